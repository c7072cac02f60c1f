import { join } from 'node:path'
import { CONTRACTS, enterContract } from '../contract.ts'
import { enter, type Tree } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

/** A record with a name, its five operations and three events. @returns the file */
export function addRecordContract(tree: Tree, record: NewRecord): string {
  const { service, one, many, oneInCode, manyInCode, type, types, key, keys, noun, nouns, prefix, path } = record
  const file = join(CONTRACTS, service, `${many}.ts`)
  tree.put(
    file,
    `import { z } from 'zod'
import { FilledTextInput, Id, softDeletable } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'

export const ${type} = z.object({ id: Id, name: z.string(), ...softDeletable }).meta({ id: '${type}' })
export type ${type} = z.infer<typeof ${type}>

const ${manyInCode} = plainResource({
  service: '${service}',
  path: '${path}',
  noun: ['${noun}', '${nouns}'],
  keys: ['${key}', '${keys}'],
  schema: ${type},
  examples: { id: demonstrationId('${prefix}', 1), deleted: demonstrationId('${prefix}', 2) },
  defaults: 'all',
})
const name = FilledTextInput()

export const list${types} = ${manyInCode}.list('list-${many}', {
  sort: ['created_at', 'updated_at', 'name'],
  filter: ['id', 'name', 'created_at', 'updated_at'],
  q: ['name'],
  qInside: true,
})
export const create${type} = ${manyInCode}.create(
  'create-${one}',
  z.strictObject({ name }).meta({ example: { name: 'New' } }),
)
export const get${type} = ${manyInCode}.get('get-${one}')
export const update${type} = ${manyInCode}.update(
  'update-${one}',
  z.strictObject({ name: name.optional() }).meta({ example: { name: 'Changed' } }),
)
export const delete${type} = ${manyInCode}.delete('delete-${one}')

export const ${oneInCode}Operations = { list${types}, create${type}, get${type}, update${type}, delete${type} }

export const ${oneInCode}Events = recordEvents('${service}', '${one}', '${noun}')
export const [${oneInCode}Created, ${oneInCode}Updated, ${oneInCode}Deleted] = ${oneInCode}Events
`,
  )
  enterContract(tree, file, `${oneInCode}Operations`)
  enter(tree, join(CONTRACTS, 'events.ts'), 'readonly Event[] = [', `...${oneInCode}Events`, file)
  return file
}
