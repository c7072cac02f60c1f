import { dirname, join } from 'node:path'
import { camel, pascal, singular, snake } from './names.ts'
import type { NewOperation } from './options.ts'
import { enter, importPath, type Tree, withImport } from './tree.ts'

/** A handler that refuses, among those of the service. @returns the file */
export function addHandler(tree: Tree, operation: NewOperation, contract: string): string {
  const { service, name, resource } = operation
  const src = `services/${service}/src`
  const file = join(src, 'operations', resource, `${name}.ts`)
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
  register(tree, operation, file, contract)
  return file
}

/** Enters it among the handlers of its resource, and those of a new resource into the service. */
function register(tree: Tree, { service, name }: NewOperation, file: string, contract: string) {
  const handlers = join(dirname(file), 'handlers.ts')
  if (!tree.has(handlers)) startHandlers(tree, handlers, service, groupIn(tree, contract))
  tree.replace(handlers, /(implementAll\(\w+, \{)([^}]*)\}/, (_whole, head, names) => {
    const others = names.split(',').map((one) => one.trim())
    return `${head} ${[...others.filter((one) => one !== ''), camel(name)].join(', ')} }`
  })
  tree.put(handlers, withImport(tree.read(handlers), camel(name), importPath(handlers, file)))
}

function startHandlers(tree: Tree, handlers: string, service: string, group: string) {
  const own = group.replace(/Operations$/, 'Handlers')
  tree.put(
    handlers,
    `import { ${group} } from '@souk/contracts'
import { implementAll } from '@souk/runtime'

export const ${own} = implementAll(${group}, {})
`,
  )
  enterHandlers(tree, handlers, service, own)
}

/** Adds the handlers that the file exports to those of the service. */
export const enterHandlers = (tree: Tree, file: string, service: string, handlers: string) =>
  enter(tree, `services/${service}/src/service.ts`, 'handlers: [', `...${handlers}`, file)

const groupIn = (tree: Tree, contract: string) => /export const (\w+Operations) = \{/.exec(tree.read(contract))![1]!

/** A test of it that is red until the handler does something. @returns the file */
export function addTest(tree: Tree, operation: NewOperation, handler: string): string {
  const { service, name, resource, method, path } = operation
  const file = handler.replace(/\.ts$/, '.test.ts')
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
