/**
 * Gives each schema a type of its own name, which editors show: openapi-typescript writes all schemas as one object. Takes the
 * text of its module; returns a module of the schemas, in which they refer to each other, and one of all else.
 */
export function nameTypes(written: string): { schemas: string; rest: string } {
  const module = written.replaceAll('@description ', '').replaceAll(/^ {8}(?:[a-z]+| {4}cookie)\?: never;\n/gm, '')
  const [, before = '', schemas = '', after = ''] =
    /^(.*\nexport interface components \{\n {4}schemas: \{\n)(.*?\n)( {4}\};\n.*)$/s.exec(module) ?? []
  if (schemas === '') throw new Error('openapi-typescript writes the schemas in another form than before.')
  const members = [...schemas.matchAll(member)].map(([, doc = '', name = '', type = '']) => ({ doc, name, type }))
  const names = members.map(({ name }) => `        ${name}: schemas.${name};\n`).join('')
  const types = members.map(({ doc, name, type }) => `${outdent(doc)}export type ${name} = ${outdent(type)}\n`)
  const own = shareFields(types.map((type) => type.replaceAll(saysNothing, ''))).join('')
  const rest = after
    .replaceAll(reference, 'schemas.$1')
    .replaceAll(parameterList, '$1$2 | readonly $2[];')
    .replace(/^export type \w+ = components\['schemas'\]\['\w+'\];\n/gm, '')
  return {
    schemas: `${header}${own.replaceAll(reference, '$1')}`,
    rest: `${header}import type * as schemas from './schemas.gen.ts'\n\nexport type * from './schemas.gen.ts'\n\n${before.replaceAll(/^ {12}\w+\?: never;\n/gm, '').replace(/^\/\*\*.*?\*\/\n/s, '')}${names}${rest}`,
  }
}

const reference = /components\["schemas"\]\["(\w+)"\]/g

/** A parameter with a list: callers may send one value, too. */
const parameterList = /^( {8}\w+: )(schemas\.\w+)\[\];$/gm

const header =
  '// Generated from the contract by openapi-typescript and tools/generate/name-types.ts: never change this file.\n\n'

/** What openapi-typescript says of the values that the type shows. */
const saysNothing = / *\/\*\*\n *\* The integration type\. \(enum property[^\n]*\n *\* @enum \{string\}\n *\*\/\n/g

/** A comment, a name, and a type: what ends with a semicolon at the depth of the members. */
const member = /((?: {8}\/\*\*.*?\*\/\n)?) {8}(\w+): ((?:[^\n]*;|\{\n.*?\n {8}\}[^\n]*;|.*?\n {8}(?! )[^\n]*;))\n/gs

/** The fields that integrations of all types have stand once, in an interface which those of the types extend. */
function shareFields(types: readonly string[]): string[] {
  const shared = ['', 'Input', 'Update'].flatMap((suffix) => {
    const ofType = new RegExp(`^export type \\w+Integration${suffix} = \\{\\n(.*?)^\\};`, 'ms')
    const bodies = types.flatMap((text) => (/^ {4}type: "[A-Z]/m.test(text) ? (ofType.exec(text)?.[1] ?? []) : []))
    const [first = [], ...others] = bodies.map((body) => body.split('\n').filter((line) => oneLine.test(line)))
    const fields = first.filter((line) => others.every((lines) => lines.includes(line)))
    return [{ name: `Integration${suffix}Fields`, ofType, fields }]
  })
  const bases = shared.map(({ name, fields }) => `export interface ${name} {\n${fields.join('\n')}\n}\n`)
  const extended = types.map((text) => {
    const base = shared.find(({ ofType }) => ofType.test(text) && /^ {4}type: "[A-Z]/m.test(text))
    if (!base) return text
    const own = text.split('\n').filter((line) => !base.fields.includes(line))
    const whole = own.join('\n').replace(/^export type (\w+) =/m, `export interface $1 extends ${base.name}`)
    // Their comment says the name again.
    return whole.replace(/;\n$/, '\n').replace(/^\/\*\*.*?\*\/\n/s, '')
  })
  return [...bases, ...extended]
}

const oneLine = /^ {4}(?:readonly )?\w+\??: [^;{]+;$/

function outdent(text: string): string {
  return text.replaceAll(/^ {8}/gm, '')
}
