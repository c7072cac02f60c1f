import {
  type Actor,
  createReturnReason,
  deleteReturnReason,
  getReturnReason,
  getStoreReturnReason,
  listReturnReasons,
  listStoreReturnReasons,
  type Operation,
  updateReturnReason,
} from '@souk/contracts'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const STOREFRONT: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

let values = 0
const aValue = () => `reason_${++values}`
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
const created = async (body: object = {}) =>
  (await service.admin(createReturnReason, { body: { value: aValue(), label: 'Wrong', ...body } })).body.return_reason
const list = async (query: string) => (await service.admin(listReturnReasons, { query })).body

it('a return reason is created, read, changed and deleted, with an event for each change', async () => {
  const reason = await created({ value: 'size', description: 'Too big or too small' })
  const { id, created_at } = reason
  expect(reason).toEqual({
    id: expect.stringMatching(/^rr_.{26}$/),
    value: 'size',
    label: 'Wrong',
    description: 'Too big or too small',
    parent_return_reason_id: null,
    parent_return_reason: null,
    return_reason_children: [],
    created_at,
    updated_at: created_at,
    deleted_at: null,
  })
  expect((await send(getReturnReason, id)).body).toEqual({ return_reason: reason })
  const changed = await send(updateReturnReason, id, { body: { value: 'size', label: 'Wrong size', metadata: { a: 1 } } })
  expect(changed.body.return_reason).toMatchObject({ label: 'Wrong size', description: 'Too big or too small' })
  const fresh = { body: { value: 'size', label: 'Other' }, if_match: '"1"' }
  expect((await send(updateReturnReason, id, fresh)).status).toBe(412)
  expect((await send(deleteReturnReason, id)).body).toEqual({ id, object: 'return_reason', deleted: true })
  const unknown = [404, 'not_found', `Return reason with id: ${id} was not found`]
  expect(refusal(await send(getReturnReason, id))).toEqual(unknown)
  expect(refusal(await send(updateReturnReason, id, { body: { value: 'a', label: 'b' } }))).toEqual(unknown)
  expect((await service.eventsOf(id, 3)).map(({ type }) => type)).toEqual(
    ['created', 'updated', 'deleted'].map((name) => `return-reason.${name}`),
  )
})

it('a return reason is shown with its parent and its children, also to storefronts', async () => {
  const parent = await created()
  const child = await created({ parent_return_reason_id: parent.id })
  const plain = ({ parent_return_reason: _, return_reason_children: __, ...rest }: Record<string, unknown>) => ({
    ...rest,
    metadata: null,
  })
  expect(child.parent_return_reason).toEqual(plain(parent))
  const shown = await service.send(getStoreReturnReason, { params: { id: parent.id }, actor: STOREFRONT })
  expect(shown.body.return_reason.return_reason_children).toEqual([plain(child)])
  const { etag } = await send(getReturnReason, parent.id)
  await send(deleteReturnReason, child.id)
  const after = await send(getReturnReason, parent.id)
  expect([after.body.return_reason.return_reason_children, after.etag === etag]).toEqual([[], false])

  const listed = await service.send(listStoreReturnReasons, { actor: STOREFRONT, query: 'limit=1' })
  expect(listed.body).toMatchObject({ limit: 1, return_reasons: [{ return_reason_children: [] }] })
  expect((await list('limit=1')).return_reasons[0]).not.toHaveProperty('return_reason_children')
})

it.each([
  [{}, [400, "Invalid request: Field 'value' is required; Field 'label' is required"]],
  [{ value: 'a', label: 'b', foo: 1 }, [400, "Invalid request: Unrecognized fields: 'foo'"]],
  [
    { value: 'a', label: 'b', parent_return_reason_id: 'rr_none' },
    [404, 'You tried to set relationship parent_return_reason_id: rr_none, but such entity does not exist'],
  ],
])('a return reason is not created from %j', async (body, refused) => {
  const [status, , message] = refusal(await service.admin(createReturnReason, { body: body as never }))
  expect([status, message]).toEqual(refused)
})

it('return reasons may share a value, as the live peer allows', async () => {
  const { id, value } = await created()
  expect((await created({ value })).value).toBe(value)
  const other = await created()
  expect((await send(updateReturnReason, other.id, { body: { value, label: 'Same' } })).body.return_reason.value).toBe(value)
  expect((await list(`value=${value}`)).return_reasons).toMatchObject([{ id }, {}, { id: other.id }])
})

it('return reasons are found by parts of words, oldest first, using indexes', async () => {
  const [one, two] = [await created({ label: 'Walrus one' }), await created({ label: 'Walrus two' })]
  expect(await list('q=alrus')).toMatchObject({
    return_reasons: [{ id: one.id }, { id: two.id }],
    count: 2,
    offset: 0,
    limit: 20,
  })
  expect((await list(`value=${two.value}`)).return_reasons).toMatchObject([{ id: two.id }])
  expect(await list('q=alrus&order=description')).toMatchObject({ count: 2 })
  const { filters, orders, search } = queriesOf(listReturnReasons)
  const plans = await plansOf(service.db, async () => {
    for (const query of [...filters, ...orders, ...search]) await list(query)
    await send(getReturnReason, one.id)
  })
  expect(await unindexed(service.db, plans)).toEqual([])
})
