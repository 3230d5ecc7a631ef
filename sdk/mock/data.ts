import { readFileSync } from 'node:fs'
import { isObject } from '../../contract/json.ts'
import type { TestServer, TestServerOptions } from '../src/testing/index.ts'
import { trust } from '../src/trust.ts'

/** The server with the data of a file. The message of what is thrown begins with the file, and says what is wrong there. */
export function readData(file: string, begin: (data: TestServerOptions) => TestServer): TestServer {
  const told = (fault: string, cause: unknown) => new Error(`${file} ${fault}`, { cause })
  const data = parse(file, told)
  const { instances, world, ...others } = data
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw told(`has ${unknown}, which is neither instances nor world.`, null)
  if (instances === undefined && world === undefined) throw told('has neither instances nor world.', null)
  const seeds: [string, unknown][] = isObject(instances) ? Object.entries(instances) : []
  if (instances !== undefined && !isObject(instances))
    throw told('has instances that are no object by their ids.', null)
  if (world !== undefined) seeds.push(['demo', world])
  for (const [id, seed] of seeds) refuseOtherThanLists(`instances.${id}`, seed, told)
  try {
    return begin(trust<TestServerOptions>(data))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw told(`does not fit: ${error.message}`, error)
  }
}

function parse(file: string, told: Tell): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = isObject(error) ? String(error['code']) : String(error)
    throw told(code === 'ENOENT' ? 'is not there.' : `cannot be read (${code}).`, error)
  }
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw told(`is no JSON: ${error instanceof Error ? error.message : String(error)}`, error)
  }
  if (!isObject(data)) throw told('is no JSON object.', null)
  return data
}

/** What the compiler refuses in a program. The test server checks all else. */
function refuseOtherThanLists(where: string, seed: unknown, told: Tell): void {
  if (!isObject(seed)) throw told(`does not fit: ${where} is no object.`, null)
  for (const [name, list] of Object.entries(seed)) {
    if (name === 'name' || name === 'testOutcome') continue
    if (!Array.isArray(list) || !list.every(isObject))
      throw told(`does not fit: ${where}.${name} is no list of objects.`, null)
  }
}

type Tell = (fault: string, cause: unknown) => Error
