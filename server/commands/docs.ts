import { readContract } from '../contract-document.ts'
import { buildDocs } from '../docs.ts'

console.log(await buildDocs(await readContract()))
