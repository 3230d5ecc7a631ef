/**
 * Says where a text stops being JSON: where the first token begins that cannot stand there. Parsers name a position for some
 * faults only, and each in words of its own. The text may begin at a later line of a body.
 */
export function describeJsonFault(text: string, firstLine: number): string {
  const at = findFault(text)
  const before = text.slice(0, at)
  const place = `at line ${firstLine + before.split('\n').length - 1}, column ${at - before.lastIndexOf('\n')}`
  return at === text.length ? `: it ends too early, ${place}` : ` ${place}`
}

/** Takes each token once, so that a body of a megabyte is read in a moment. */
function findFault(text: string): number {
  const open: string[] = []
  let expected = value
  for (let at = 0; ;) {
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
    token.lastIndex = at
    if (!token.test(text)) return at
    const kind = text.charAt(at)
    const canStand = /[-\dtfn]/.test(kind) ? expected.includes('0') : expected.includes(kind)
    if (!canStand) return at
    expected = follow(kind, expected, open)
    at = token.lastIndex
  }
}

/** The first characters of the tokens that may follow; `0` stands for every number, `true`, `false` and `null`. */
function follow(kind: string, expected: string, open: string[]): string {
  if (kind === '{' || kind === '[') open.push(kind)
  if (kind === '}' || kind === ']') open.pop()
  if (kind === '{') return nameOrEnd
  if (kind === '[') return valueOrEnd
  if (kind === ':' || (kind === ',' && open.at(-1) === '[')) return value
  if (kind === ',') return name
  return kind === '"' && (expected === name || expected === nameOrEnd) ? ':' : restOf(open)
}

function restOf(open: string[]): string {
  const inside = open.at(-1)
  if (inside === undefined) return ''
  return inside === '{' ? ',}' : ',]'
}

const value = '"0{['
const valueOrEnd = '"0{[]'
const name = '"'
const nameOrEnd = '"}'

const space = /[ \t\n\r]*/y
const token =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)|[{}[\],:]/y
