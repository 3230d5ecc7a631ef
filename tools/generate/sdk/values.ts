import { asArray, asObject, asString, type JsonObject } from '../../../contract/json.ts'
import { literal } from './samples.ts'
import { doc, writeImport } from './types.ts'

/** A constant for each named enum of the contract, with the enum's values at run time. */
export function writeValues(contract: JsonObject): string {
  const enums = readEnums(contract)
  const names = enums.map(({ name }) => name)
  return [
    `${writeImport(names, '../../spec/gen/openapi.gen.ts')}\nexport type {\n  ${names.join(',\n  ')},\n}`,
    ...enums.map(writeConstant),
  ].join('\n\n')
}

/** A list of an enum that may grow (`x-extensible`) would promise an end that there is not. */
function readEnums(contract: JsonObject): Enum[] {
  return Object.entries(asObject(asObject(contract['components'])['schemas']))
    .map(([name, schema]) => ({ name, schema: asObject(schema) }))
    .filter(({ schema }) => schema['enum'] !== undefined && schema['x-extensible'] !== true)
    .map(({ name, schema }) => ({ name, values: asArray(schema['enum']).filter(isGiven).map(asString) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The null of a nullable enum stands for no value. */
function isGiven(value: unknown): boolean {
  return value !== null
}

/** A tuple, rather than a list of the type, so that the compiler can compare the values with those of the type. */
function writeConstant({ name, values }: Enum): string {
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Values`
  return [
    doc([
      `Every ${name}, for the options of a select and for text that may be one.`,
      '@example',
      `const known = ${constant}.find((value) => value === text) // undefined when text is none`,
    ]),
    `export const ${constant} = ${literal(values)} as const satisfies readonly ${name}[]`,
  ].join('\n')
}

interface Enum {
  name: string
  values: string[]
}
