import type { State, Transition } from './life-cycles.ts'

/**
 * States as boxes and transitions as numbered arrows, in inline SVG with the colours of the text around it. On one line:
 * to Markdown an empty line would end it. Redoc loses a viewBox, so it does not scale but scrolls where it has no room.
 */
export function drawStates(
  name: string,
  states: readonly State[],
  transitions: readonly Transition[],
): string {
  const boxes = new Map(states.map((state) => [state.name, boxOf(state)]))
  const columns = Math.max(...states.map(({ column }) => column))
  const rows = Math.max(...states.map(({ row }) => row))
  const width = boxLeft(columns) + boxWidth + margin
  const height = boxTop(rows) + boxHeight + margin
  const id = name.toLowerCase().replaceAll(/\W+/g, '-')
  const listed = transitions.map(({ from, to }) => `${from} to ${to}`).join(', ')
  return [
    `<div style="overflow-x: auto"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` role="img" aria-labelledby="${id}-title ${id}-listed"`,
    ` fill="none" stroke="currentColor" stroke-width="1.5" font-size="14">`,
    `<title id="${id}-title">States of ${name}</title><desc id="${id}-listed">${listed}.</desc>`,
    ...states.map((state) => drawState(boxOf(state), state.name)),
    ...transitions.map((transition, index) => drawTransition(boxes, transition, index + 1)),
    '</svg></div>',
  ].join('')
}

const boxWidth = 110
const boxHeight = 44
const margin = 40
const cell = { width: 150, height: 85 }

const boxLeft = (column: number) => column * cell.width - 70
const boxTop = (row: number) => margin + row * cell.height

/** By its middle. */
function boxOf({ column, row }: State): Box {
  return {
    x: boxLeft(column) + boxWidth / 2,
    y: boxTop(row) + boxHeight / 2,
    width: boxWidth,
    height: boxHeight,
  }
}

function drawState({ x, y, width, height }: Box, name: string): string {
  const corner = `x="${x - width / 2}" y="${y - height / 2}"`
  return (
    `<rect ${corner} width="${width}" height="${height}" rx="8"/>` +
    `<text x="${x}" y="${y + 5}" text-anchor="middle" stroke="none" fill="currentColor">${name}</text>`
  )
}

function drawTransition(boxes: ReadonlyMap<string, Box>, { from, to }: Transition, number: number): string {
  const target = boxes.get(to)
  if (!target) throw new Error(`There is no state ${to}.`)
  if (from === to) return drawLoop(target, number)
  const source = boxes.get(from)
  if (!source) return drawCreation(target, number)
  const bend = bendPoint(source, target)
  return drawArrow(edgePoint(source, bend), bend, edgePoint(target, bend), number)
}

/** From a dot on the left: what is created comes from no state. */
function drawCreation({ x, y, width }: Box, number: number): string {
  const left = { x: x - width / 2 - 70, y }
  const middle = { x: left.x + 35, y }
  const dot = `<circle cx="${left.x}" cy="${y}" r="5" fill="currentColor"/>`
  return dot + drawArrow(left, middle, { x: x - width / 2, y }, number)
}

/** Beside the straight line, always on the left of who walks it, so that there and back do not meet. */
function bendPoint(from: Point, to: Point): Point {
  const distance = 34
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  return {
    x: (from.x + to.x) / 2 + ((to.y - from.y) / length) * distance,
    y: (from.y + to.y) / 2 - ((to.x - from.x) / length) * distance,
  }
}

/** Where the line from the middle of the box to the point leaves the box. */
function edgePoint({ x, y, width, height }: Box, point: Point): Point {
  const dx = point.x - x
  const dy = point.y - y
  const scale = Math.min(width / 2 / Math.abs(dx), height / 2 / Math.abs(dy))
  return { x: x + dx * scale, y: y + dy * scale }
}

function drawLoop({ x, y, height }: Box, number: number): string {
  const top = y - height / 2
  const path = `M ${x - 18} ${top} C ${x - 26} ${top - 36} ${x + 26} ${top - 36} ${x + 18} ${top}`
  return `<path d="${path}"/>${drawHead({ x: x + 25, y: top - 24 }, { x: x + 18, y: top })}${drawNumber({ x, y: top - 27 }, number)}`
}

function drawArrow(from: Point, bend: Point, to: Point, number: number): string {
  const middle = { x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4 }
  const path = `M ${round(from)} Q ${round(bend)} ${round(to)}`
  return `<path d="${path}"/>${drawHead(bend, to)}${drawNumber(middle, number)}`
}

function drawHead(from: Point, to: Point): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const corner = (turn: number) => ({
    x: to.x - 10 * Math.cos(angle + turn),
    y: to.y - 10 * Math.sin(angle + turn),
  })
  return `<path fill="currentColor" d="M ${round(to)} L ${round(corner(0.4))} L ${round(corner(-0.4))} Z"/>`
}

function drawNumber({ x, y }: Point, number: number): string {
  const middle = round({ x, y }).split(' ')
  return (
    `<circle cx="${middle[0]}" cy="${middle[1]}" r="10" stroke-width="1" fill="var(--layer-color, white)"/>` +
    `<text x="${middle[0]}" y="${Math.round(y + 4)}" font-size="12" text-anchor="middle" stroke="none" fill="currentColor">${number}</text>`
  )
}

function round({ x, y }: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`
}

interface Point {
  x: number
  y: number
}

interface Box extends Point {
  width: number
  height: number
}
