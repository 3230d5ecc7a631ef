import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder for a cluster, which is created if missing, and the system account that runs the cluster. */
export function createHome(dataDir: string): Home {
  mkdirSync(dataDir, { recursive: true })
  const home = homeFor(dataDir)
  if (!existsSync(home.folder)) {
    mkdirSync(home.folder, { recursive: true })
    // Sets the mode regardless of the umask: the PostgreSQL account of root has to pass through both folders.
    chmodSync(dirname(home.folder), 0o755)
    chmodSync(home.folder, 0o755)
  }
  if (home.closedFolders.length > 0) writeFileSync(join(home.folder, owner), realpathSync(dataDir))
  return home
}

/** The folders elsewhere whose data folder is gone, such as that of a deleted clone. */
export function findAbandonedHomes(): string[] {
  if (!existsSync(elsewhere)) return []
  const homes = readdirSync(elsewhere).map((name) => join(elsewhere, name))
  return homes.filter((home) => {
    const named = join(home, owner)
    return existsSync(named) && !existsSync(readFileSync(named, 'utf8'))
  })
}

/** The file in a folder elsewhere that names the data folder. */
const owner = 'belongs-to.txt'

const elsewhere = '/var/lib/instance-administration'

/**
 * PostgreSQL refuses to run as root, so root runs it as an account without rights. That account cannot enter, for example, a
 * checkout under /root. The data then lies in a folder below /var/lib, named by the hash of the data folder. Only root can
 * write to /var/lib, and nothing cleans it up (/tmp is emptied at boot, /var/tmp after a month). Throws when the data folder
 * is missing.
 */
export function homeFor(dataDir: string): Home {
  const folder = realpathSync(resolve(dataDir))
  if (process.getuid?.() !== 0) return { folder, account: null, closedFolders: [] }
  const closedFolders = findClosed(folder)
  if (closedFolders.length === 0) return { folder, account: nobody, closedFolders }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return { folder: join(elsewhere, name), account: nobody, closedFolders }
}

/** The folders on the way from the root that not every account may enter. */
function findClosed(folder: string): string[] {
  const above = folder === dirname(folder) ? [] : findClosed(dirname(folder))
  return (statSync(folder).mode & 0o001) === 0 ? [...above, folder] : above
}

const nobody: Account = { uid: 65534, gid: 65534 }

export interface Home {
  folder: string
  /** Null: PostgreSQL runs as the user of this process. */
  account: Account | null
  /** The folders that keep the account out of the data folder, so that `folder` is elsewhere. */
  closedFolders: readonly string[]
}

export interface Account {
  uid: number
  gid: number
}
