import { enterHandlers } from '../handler.ts'
import { importPath, type Tree } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

/** The record's handlers, entered among those of its service. @returns the file */
export function addRecordHandlers(tree: Tree, record: NewRecord): string {
  const { service, many, oneInCode, manyInCode, type, types, key, keys } = record
  const file = `services/${service}/src/operations/${many}/handlers.ts`
  tree.put(
    file,
    `import { ${oneInCode}Operations, list${types}, create${type}, get${type}, update${type}, delete${type} } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '${importPath(file, `services/${service}/src/deps.ts`)}'

const ${manyInCode} = recordHandlers({
  keys: ['${key}', '${keys}'],
  store: ({ ${manyInCode} }: Deps) => ${manyInCode},
})

export const ${oneInCode}Handlers = implementAll(${oneInCode}Operations, {
  list${types}: ${manyInCode}.list(list${types}),
  create${type}: ${manyInCode}.create(create${type}, ({ name }) => ({ name })),
  get${type}: ${manyInCode}.get(get${type}),
  update${type}: ${manyInCode}.update(update${type}),
  delete${type}: ${manyInCode}.delete(delete${type}),
})
`,
  )
  enterHandlers(tree, file, service, `${oneInCode}Handlers`)
  return file
}
