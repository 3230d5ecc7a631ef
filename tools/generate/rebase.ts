import { asString, isObject, mapValues } from '../../contract/json.ts'

/** A part of a file of `spec/`, with its references rewritten for a file in `spec/gen/`. */
export function rebase(node: unknown, file: string): unknown {
  if (Array.isArray(node)) return node.map((item) => rebase(item, file))
  if (!isObject(node)) return node
  return mapValues(node, (value, key) =>
    key === '$ref' ? `../${asString(value).replace(/^#/, `${file}#`)}` : rebase(value, file),
  )
}
