import { dirname, join } from 'node:path'
import { camel, pascal, singular, snake } from './names.ts'
import type { NewOperation } from './options.ts'
import { importPath, type Tree, withImport } from './tree.ts'

/** A handler that refuses, among those of the service. @returns the file */
export function addHandler(tree: Tree, operation: NewOperation, contract: string): string {
  const { service, name, resource } = operation
  const src = `services/${service}/src`
  const sibling = siblingsIn(tree, contract, name).flatMap((other) => tree.find(src, `${other}.ts`) ?? [])[0]
  const operations = join(src, 'operations')
  const room = sibling ? dirname(sibling) : tree.hasRooms(operations) ? join(operations, resource) : operations
  const file = join(room, `${name}.ts`)
  tree.put(
    file,
    `import { OperationError, ${camel(name)} as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '${importPath(file, join(src, 'deps.ts'))}'

export const ${camel(name)} = implement(contract, async (_request, _deps: Deps) => {
  throw new OperationError('unsupported_operation', '${name} is not written yet')
})
`,
  )
  const registry = join(src, 'service.ts')
  tree.replace(registry, /(handlers: \[)([^\]]*)\]/, (_whole, head, names) => {
    const all = [...names.split(','), camel(name)].map((one) => one.trim()).filter((one) => one !== '')
    return `${head}${all.toSorted().join(', ')}]`
  })
  tree.put(registry, withImport(tree.read(registry), camel(name), importPath(registry, file)))
  return file
}

/** A test of it that is red until the handler does something. @returns the file */
export function addTest(tree: Tree, operation: NewOperation, contract: string, handler: string): string {
  const { service, name, resource, method, path } = operation
  const sibling = siblingsIn(tree, contract, name).flatMap(
    (other) => tree.find(`services/${service}`, `${other}.test.ts`) ?? [],
  )[0]
  const lieBeside = tree.filesBelow(`services/${service}/src`).some((file) => file.endsWith('.test.ts'))
  const room = sibling ? dirname(sibling) : lieBeside ? dirname(handler) : `services/${service}/test`
  const file = join(room, `${name}.test.ts`)
  const start = `start${pascal(service)}`
  const support = tree.declaring(`services/${service}/test`, start)!
  const key = method === 'DELETE' ? 'id' : snake(operation.verb === 'list' ? resource : singular(resource))
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => `${param}: 'an id'`).join(', ')
  const request = [
    ...(params ? [`params: { ${params} }`] : []),
    ...(method === 'POST' ? ['body: {}'] : []),
    ...(actorOf(path) ? ['actor: ACTOR'] : []),
  ]
  tree.put(
    file,
    `import { ${actorOf(path) ? 'type Actor, ' : ''}${camel(name)} } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ${start} } from '${importPath(file, support)}'

${actorOf(path) ? `const ACTOR: Actor = ${actorOf(path)}\n` : ''}
let service: Awaited<ReturnType<typeof ${start}>>
beforeAll(async () => {
  service = await ${start}()
})
afterAll(() => service.stop())

describe('${name}', () => {
  it('answers', async () => {
    const { status, body } = await service.send(${camel(name)}, { ${request.join(', ')} })

    expect({ status, body }).toMatchObject({ status: 200, body: { ${key}: expect.anything() } })
  })

  it.todo('refuses each with its own text: what is malformed, unknown, deleted, and not the caller’s')
  it.todo('does it once, and loses nothing, when many ask at the same time')
})
`,
  )
  return file
}

const siblingsIn = (tree: Tree, contract: string, name: string) =>
  [...tree.read(contract).matchAll(/name: '([a-z-]+)'/g)].flatMap(([, other]) => (other === name ? [] : [other!]))

/** Somebody who may call, as the text of a value. */
function actorOf(path: string): string | undefined {
  switch (path.split('/')[1]) {
    case 'admin':
      return "{ type: 'user', id: 'user_1', identity_id: null }"
    case 'vendor':
      return "{ type: 'member', id: 'mem_1', seller_id: 'sel_1', identity_id: 'authid_1' }"
    case 'store':
      return "{ type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }"
    default:
      return undefined
  }
}
