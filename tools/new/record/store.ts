import { capital } from '../names.ts'
import { importPath, type Tree, withImport } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

/** The last of the lines that name a store. */
const LAST_STORE = /([\s\S]*\n {2}\w+: \w+Store\n)/
/** The last of those that make one. */
const LAST_MADE = /([\s\S]*: create\w+Store\(db[^\n]*\),\n)/

/** The record's store, entered among those of its service. */
export function addStore(tree: Tree, { service, many, oneInCode, manyInCode, type, types, keys, noun, prefix }: NewRecord): void {
  const src = `services/${service}/src`
  const file = `${src}/stores/${many}.ts`
  const [created, updated, deleted] = ['Created', 'Updated', 'Deleted'].map((end) => `${oneInCode}${end}`)
  tree.put(
    file,
    `import { type ${type}, list${types}, searchOf, ${created}, ${updated}, ${deleted} } from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf } from '@souk/runtime'
import type { Db } from 'mongodb'

export const create${type}Store = (db: Db, outbox?: EventRelay) =>
  createRecords<${type}>(db.collection('${keys}'), {
    noun: '${capital(noun)}',
    idPrefix: '${prefix}',
    searched: searchOf(list${types}),
    indexes: indexesOf(list${types}),
    events: { created: ${created}, updated: ${updated}, deleted: ${deleted} },
    outbox,
  })

export type ${type}Store = ReturnType<typeof create${type}Store>
`,
  )
  const deps = `${src}/deps.ts`
  tree.replace(deps, LAST_STORE, (before) => `${before}  ${manyInCode}: ${type}Store\n`)
  tree.put(deps, withImport(tree.read(deps), `type ${type}Store`, importPath(deps, file)))

  const stores = tree.has(`${src}/stores/all.ts`) ? `${src}/stores/all.ts` : `${src}/service.ts`
  tree.replace(stores, LAST_MADE, (before) => `${before}${manyInCode}: create${type}Store(db, outbox),\n`)
  tree.put(stores, withImport(tree.read(stores), `create${type}Store`, importPath(stores, file)))
}
