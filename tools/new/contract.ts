import { join } from 'node:path'
import { camel, pascal, plural, sentence, singular, snake, words } from './names.ts'
import type { NewOperation } from './options.ts'
import { enter, importPath, type Tree, withImport } from './tree.ts'

export const CONTRACTS = 'libs/contracts/src'
const GROUP = /(export const \w+Operations = \{)([^}]*)\}/

/** The export that holds all operations of a resource. */
const operationsOf = (resource: string) => `${camel(singular(resource))}Operations`

/** Declares the operation among those of its resource. @returns the file */
export function addContract(tree: Tree, operation: NewOperation): string {
  const { service, name, resource } = operation
  const known = tree.find(CONTRACTS, `${resource}.ts`)
  const file = known ?? join(CONTRACTS, service, `${resource}.ts`)
  if (!known) startResource(tree, file, resource)

  const { text, uses, record } = declarationOf(tree, file, operation)
  tree.replace(file, GROUP, (_whole, head, names) => `${record}\n${text}\n${head}${withComma(names)}${camel(name)} }`)
  const imported = uses.reduce((before, used) => {
    const from = tree.declaring(CONTRACTS, used)!
    return from === file ? before : withImport(before, used, importPath(file, from))
  }, tree.read(file))
  tree.put(file, /\bz\./.test(imported) ? withImport(imported, 'z', 'zod') : imported)
  return file
}

/** A list that was broken over lines ends with a comma already. */
const withComma = (names: string) => (names.trim() === '' || names.trimEnd().endsWith(',') ? names : `${names}, `)

function startResource(tree: Tree, file: string, resource: string) {
  const group = operationsOf(resource)
  tree.put(file, `export const ${group} = {}\n`)
  enterContract(tree, file, group)
}

/** Adds a group of operations to all operations, and the file that exports it to what the library exports. */
export function enterContract(tree: Tree, file: string, group: string) {
  enter(tree, join(CONTRACTS, 'operations.ts'), 'readonly Operation[] = [', `...Object.values(${group})`, file)
  const index = join(CONTRACTS, 'index.ts')
  tree.put(index, `${tree.read(index)}export * from '${importPath(index, file)}'\n`)
}

/** The contract; its imports; and its record, where nobody has declared that yet. */
function declarationOf(tree: Tree, file: string, { service, name, verb, resource, method, path }: NewOperation) {
  const one = singular(resource)
  const schema = pascal(one)
  const isHere = new RegExp(`^const ${schema} = `, 'm').test(tree.read(file))
  const declared = isHere ? file : tree.declaring(CONTRACTS, schema)
  const uses = new Set(['defineOperation'])
  const use = (used: string) => {
    uses.add(used)
    return used
  }
  const record = declared ? '' : `const ${schema} = z.object({ id: ${use('Id')}, ...${use('softDeletable')} })\n`
  if (declared && !isHere) use(schema)
  const sort = !declared || /created_at|softDeletable|timestamps/.test(tree.read(declared)) ? 'created_at' : 'id'

  // The reference shows an example of all that a request must hold.
  const prefix = /demonstrationId\('(\w+)'/.exec(tree.read(file))?.[1] ?? snake(one)
  const params = [...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, owner, param]) => {
    const example = `${use('demonstrationId')}('${owner === resource ? prefix : snake(singular(owner!))}', 1)`
    return `${param}: ${use('IdInput')}.meta({ description: 'ID of the ${words(singular(owner!))}', example: ${example} })`
  })
  const key = snake(verb === 'list' ? plural(one) : one)
  const isDeletion = method === 'DELETE'
  const lines = [
    `service: '${service}'`,
    `name: '${name}'`,
    `method: '${method}'`,
    `path: '${path}'`,
    `summary: '${sentence(name)}'`,
    ...(params.length > 0 ? [`params: z.object({ ${params.join(', ')} })`] : []),
    ...(verb === 'list' ? [`query: ${use('listQuery')}(${schema}, { sort: ['${sort}'] })`] : []),
    ...(path.startsWith('/vendor') && verb !== 'list' ? [`query: ${use('RecordQuery')}`] : []),
    ...(method === 'POST' ? ['body: z.strictObject({}).meta({ example: {} })'] : []),
    isDeletion
      ? `response: z.object({ id: ${use('Id')}, object: z.literal('${one}'), deleted: z.literal(true) })`
      : verb === 'list'
        ? `response: ${use('listResponse')}('${key}', ${schema})`
        : `response: z.object({ ${key}: ${schema} })`,
    ...(isDeletion ? [] : [`selects: { key: '${key}', schema: ${schema}, defaults: 'all' }`]),
  ]
  return { text: `export const ${camel(name)} = defineOperation({ ${lines.join(',\n')} })\n`, uses: [...uses], record }
}
