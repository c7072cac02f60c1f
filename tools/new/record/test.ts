import { capital } from '../names.ts'
import { importPath, type Tree } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

/** The services' starts for tests of administrators' operations, with `eventsOf`. */
const STARTS: Readonly<Record<string, string>> = {
  pricing: 'startPricing',
  cart: 'startCart',
  orders: 'startOrders',
  sellers: 'startForAdministrators',
}

/** A test of all the operations. @returns the file */
export function addRecordTest(
  tree: Tree,
  { service, one, many, type, types, key, keys, noun, nouns, prefix }: NewRecord,
): string {
  const file = `services/${service}/src/operations/${many}/${many}.test.ts`
  const start = STARTS[service]!
  const [list, create, get, update, remove] = [
    `list${types}`,
    ...['create', 'get', 'update', 'delete'].map((verb) => verb + type),
  ]
  tree.put(
    file,
    `import { type Actor, ${[create, remove, get, list].join(', ')}, type Operation, ${update} } from '@souk/contracts'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ${start} } from '${importPath(file, `services/${service}/test/service.ts`)}'

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }

let service: Awaited<ReturnType<typeof ${start}>>
beforeAll(async () => {
  service = await ${start}()
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, id?: string, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...(id !== undefined && { params: { id } as never }), ...options })
const created = async (name: string) => (await send(${create}, undefined, { body: { name } })).body.${key}
const list = async (query: string) => (await send(${list}, undefined, { query })).body

it('a ${noun} is created, read, changed and deleted, with an event for each change', async () => {
  const record = await created('First')
  const { id, created_at } = record
  const dates = { created_at, updated_at: created_at, deleted_at: null }
  expect(record).toEqual({ id: expect.stringMatching(/^${prefix}_.{26}$/), name: 'First', ...dates })
  const changed = await send(${update}, id, { body: { name: 'Second' } })
  expect([changed.etag, changed.body.${key}]).toMatchObject(['"2"', { name: 'Second' }])
  expect((await send(${get}, id)).body).toEqual({ ${key}: changed.body.${key} })
  expect((await send(${update}, id, { body: {}, if_match: '"1"' })).status).toBe(412)
  expect((await send(${remove}, id)).body).toEqual({ id, object: '${key}', deleted: true })
  const unknown = [404, 'not_found', \`${capital(noun)} with id: \${id} not found\`]
  expect(refusal(await send(${get}, id))).toEqual(unknown)
  expect(refusal(await send(${update}, id, { body: {} }))).toEqual(unknown)
  expect((await send(${remove}, id)).status).toBe(200)
  expect((await service.eventsOf(id, 3)).map((event) => event.type)).toEqual(
    ['created', 'updated', 'deleted'].map((name) => \`${one}.\${name}\`),
  )
})

it('a ${noun} requires a name', async () => {
  const refused = await send(${create}, undefined, { body: { foo: 1 } as never })
  expect(refusal(refused)[2]).toBe("Invalid request: Field 'name' is required; Unrecognized fields: 'foo'")
})

it('a ${noun} loses none of many concurrent changes', async () => {
  const { id } = await created('Many')
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => send(${update}, id, { body: { name } })))
  expect(answers.map(({ etag }) => etag).toSorted()).toEqual(['"2"', '"3"', '"4"'])
})

it('${nouns} are found by parts of words, newest first, using indexes', async () => {
  const [one, two] = [await created('Walrus one'), await created('Walrus two')]
  expect(await list('q=alrus')).toEqual({ ${keys}: [two, one], count: 2, offset: 0, limit: 50 })
  expect((await list(\`id=\${two.id}\`)).${keys}).toEqual([two])
  const { filters, orders, search } = queriesOf(${list})
  const plans = await plansOf(service.db, async () => {
    for (const query of [...filters, ...orders, ...search]) await list(query)
  })
  expect(await unindexed(service.db, plans)).toEqual([])
})
`,
  )
  return file
}
