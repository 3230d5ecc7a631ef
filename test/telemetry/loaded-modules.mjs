// Preloaded into a process (node --import): writes every module that it loads to the file LOADED_MODULES.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env['LOADED_MODULES'] ?? '', `${url}\n`)
    return nextLoad(url, context)
  },
})
