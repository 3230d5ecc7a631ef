import { readdirSync, readFileSync } from 'node:fs'

/** The processor time that a process has used, in milliseconds; 0 where the system has no `/proc`. Source: proc(5). */
export function processorTimeOf(pid: number): number {
  const stat = readStat(pid)
  return stat ? (Number(stat[USER_TIME]) + Number(stat[SYSTEM_TIME])) * MS_PER_TICK : 0
}

/** The processor time of all living children of a process: of a PostgreSQL's backends. */
export function processorTimeOfChildren(parent: number): number {
  return processes()
    .filter((pid) => readStat(pid)?.[PARENT] === String(parent))
    .reduce((sum, pid) => sum + processorTimeOf(pid), 0)
}

/** The process that started `pid`. */
export function parentOf(pid: number): number {
  return Number(readStat(pid)?.[PARENT] ?? 0)
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** The fields behind the process's name, which may contain spaces. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

const PARENT = 1
const USER_TIME = 11
const SYSTEM_TIME = 12

/** Linux counts in hundredths of a second, on every usual machine. */
const MS_PER_TICK = 10
