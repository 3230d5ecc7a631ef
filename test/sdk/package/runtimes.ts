import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Runtime {
  program: string
  version: string
}

/** This process's Node, and the other versions that the host has in its PATH. */
export function findRuntimes(): Runtime[] {
  const others = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter(existsSync)
    .map((program) => ({
      program,
      version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    }))
  const all = [{ program: process.execPath, version: process.version }, ...others]
  return all.filter(({ version }, at) => all.findIndex((other) => other.version === version) === at)
}
