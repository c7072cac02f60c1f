import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENTS, withTables } from './document.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** `npm run configuration`: writes the tables of variables and events anew. */
for (const file of DOCUMENTS) writeFileSync(join(ROOT, file), withTables(file, readFileSync(join(ROOT, file), 'utf8')))
