import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isNode, LineCounter, parse, parseDocument } from 'yaml'
import schema from '../spec/integration-type.schema.json' with { type: 'json' }
import {
  deepFreeze,
  type FieldInFile,
  type IntegrationType,
  type IntegrationTypes,
  type TypeFile,
} from './integration-types.ts'
import type { IntegrationField } from './rules/integration-form.ts'

export const integrationTypesFolder = fileURLToPath(new URL('../spec/integration-types', import.meta.url))

/**
 * Reads every `<TYPE>.yaml` of a directory, checks it against `spec/integration-type.schema.json`, and compiles its
 * patterns. For generators, tests and the types of an operator: the server reads what the generator wrote
 * (`readIntegrationTypes`). Throws for the first faulty file, with the file's name, and with lines and reasons.
 */
export function loadIntegrationTypes(directory: string): IntegrationTypes {
  isTypeFile ??= new Ajv2020({ allErrors: true, strictTypes: false, discriminator: true }).compile<TypeFile>(schema)
  const check = isTypeFile
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
  return new Map(files.map((file) => [basename(file, '.yaml'), loadFile(join(directory, file), check)]))
}

/** Compiled with the first directory, which takes most of its time. */
let isTypeFile: ValidateFunction<TypeFile> | undefined

function loadFile(path: string, isTypeFile: ValidateFunction<TypeFile>): IntegrationType {
  const file = basename(path)
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\.yaml$/.test(file)) {
    throw new Error(`${file}: the name of an integration type is upper snake case, like AMAZON_CONNECT.yaml`)
  }
  try {
    const text = readFileSync(path, 'utf8')
    const content: unknown = parse(text)
    if (!isTypeFile(content)) throw new Error(listProblems(isTypeFile.errors ?? [], text))
    return deepFreeze({ ...content, fields: consistent(content.fields).map(completeField) })
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function listProblems(errors: ErrorObject[], text: string): string {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  /** Of the member that an error is about, or of what should have it. */
  const lineOf = (pointer: string) => {
    const node = document.getIn(pointer.split('/').slice(1), true)
    return lines.linePos(isNode(node) && node.range ? node.range[0] : 0).line
  }
  return (
    errors
      // Errors of these two keywords only repeat errors of other keywords.
      .filter(({ keyword }) => keyword !== 'if' && keyword !== 'discriminator')
      .map(({ keyword, instancePath, message, params }) => {
        const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
        const allowed: unknown = params['allowedValues']
        const reason = keyword === 'false schema' ? 'is not allowed here' : (message ?? 'is wrong')
        const values = typeof extra === 'string' ? [extra] : Array.isArray(allowed) ? allowed.map(String) : []
        return `line ${lineOf(instancePath)}: ${instancePath || '/'} ${reason}${values.length > 0 ? `: ${values.join(', ')}` : ''}`
      })
      .join('; ')
  )
}

function consistent(fields: readonly FieldInFile[]): readonly FieldInFile[] {
  const keys = new Set<string>()
  for (const { key } of fields) {
    if (keys.has(key)) throw new Error(`two fields have the key ${key}`)
    keys.add(key)
  }
  const stray = fields.flatMap(({ when = {} }) => Object.keys(when)).find((key) => !keys.has(key))
  if (stray !== undefined) throw new Error(`"when" names ${stray}, which is no field`)
  for (const { key, enum: values = [], enumLabels = {} } of fields) {
    const unknown = Object.keys(enumLabels).find((value) => !values.includes(value))
    if (unknown !== undefined) throw new Error(`"enumLabels" of ${key} names ${unknown}, which is not in its enum`)
  }
  return fields
}

/** Fills in defaults, and compiles the patterns once, so that a faulty pattern stops the generator. */
function completeField({ maxLength, ...field }: FieldInFile): IntegrationField {
  for (const pattern of [field.pattern, field.shape]) RegExp(pattern ?? '', 'u')
  return { ...field, maxLength: maxLength ?? (field.secret ? 4096 : 256) }
}
