import { capital } from '../names.ts'
import { importPath, type Tree, withImport } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

const SEED = 'tools/seed'

/** Two records of the demonstration data: one to show, and one that the reference's example deletes. @returns the file */
export function addSeed(tree: Tree, { service, many, oneInCode, type, types, keys, noun, prefix }: NewRecord): string {
  const file = `${SEED}/${many}.ts`
  tree.put(
    file,
    `import { type ${type}, demonstrationId } from '@souk/contracts'
import { seededDates } from './records.ts'

const ${oneInCode} = (n: number, name: string): ${type} => ({ id: demonstrationId('${prefix}', n), name, ...seededDates })

export const seeded${types} = [${oneInCode}(1, '${capital(noun)}'), ${oneInCode}(2, 'Deleted by an example')]
`,
  )
  const records = `${SEED}/${service}.ts`
  tree.replace(records, /(const records = \{)/, (head) => `${head} ${keys}: seeded${types},`)
  tree.put(records, withImport(tree.read(records), `seeded${types}`, importPath(records, file)))

  const stored = `${SEED}/insert-missing.ts`
  const atEnd = (of: RegExp, line: string) => tree.replace(stored, of, (_whole, before, end) => `${before}  ${line}\n${end}`)
  atEnd(/(interface RecordsOf \{[^}]*)(\})/, `${keys}: ${type}`)
  atEnd(/(const DOCUMENTS: [\s\S]*?)(\n\})/, `${keys}: searched(list${types}),`)
  const names = [`type ${type}`, `list${types}`]
  tree.put(
    stored,
    names.reduce((text, name) => withImport(text, name, '@souk/contracts'), tree.read(stored)),
  )
  return file
}
