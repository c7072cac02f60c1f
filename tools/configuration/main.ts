import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from '../start/arguments.ts'
import { ROOT } from '../start/config.ts'
import { DOCUMENTS, withTables } from './document.ts'

export const HELP = `npm run configuration

Writes the tables of variables and events anew, from what the code declares: ${DOCUMENTS.join(', ')}.`

/** `npm run configuration`. @throws Error where a variable or an id of an event has no description */
export function run(args: readonly string[]): number {
  readFlags(args, [])
  for (const file of DOCUMENTS) writeFileSync(join(ROOT, file), withTables(file, readFileSync(join(ROOT, file), 'utf8')))
  return 0
}
