import { type ClaimItem, getClaim, getReturn, listClaims, listExchanges, listReturns } from '@souk/contracts'
import { plansOf, queriesOf, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { seededReturnReasons } from '../../../../../tools/seed/reasons.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
const rich = { ...seededOrders().find(({ id }) => id === ids.rich_order)!, display_id: 9004 }
const [aReturn] = rich.returns
const reason = seededReturnReasons[0]!

/** An order with one return for each status, each created a day later than the one before. */
const returning = (order_id: string, statuses: readonly string[]) =>
  anOrderRecord({
    id: order_id,
    returns: statuses.map((status, n) => ({
      ...aReturn!,
      id: `return_${order_id}_${n}`,
      order_id,
      status: status as never,
      display_id: n + 1,
      created_at: `2026-03-0${n + 1}T00:00:00.000Z`,
    })),
  })

beforeAll(async () => {
  service = await startOrders()
  const deleted = { ...returning('order_deleted', ['open']), deleted_at: '2026-04-01T00:00:00.000Z' }
  const others = [returning('order_two', ['requested', 'received']), returning('order_three', ['requested']), deleted]
  await insertMissing(service.db, { orders: [rich, ...others, anOrderRecord()], return_reasons: [reason] })
})
afterAll(() => service.stop())

const returns = async (query = '') => (await service.admin(listReturns, { query })).body
const idsOf = async (query: string) => (await returns(query)).returns.map(({ id }: { id: string }) => id)

describe('list-returns', () => {
  it('lists returns of all orders, oldest first', async () => {
    const body = await returns()
    expect(listReturns.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: 4, offset: 0, limit: 15 })
    const dates = body.returns.map(({ created_at }: { created_at: string }) => created_at)
    expect(dates).toEqual(dates.toSorted())
    expect(body.returns).toContainEqual(aReturn)
  })

  it('sorts equal returns by id, even within one order', async () => {
    const alike = returning('order_alike', ['requested', 'requested', 'requested'])
    const day = '2026-05-01T00:00:00.000Z'
    const returns = alike.returns.toReversed().map((one) => ({ ...one, created_at: day, deleted_at: null }))
    await insertMissing(service.db, { orders: [{ ...alike, returns }] })
    const ofOrder = 'order_id=order_alike'
    const [first, second, third] = [0, 1, 2].map((n) => `return_order_alike_${n}`)

    expect(await idsOf(ofOrder)).toEqual([first, second, third])
    expect(await idsOf(`${ofOrder}&order=-status`)).toEqual([third, second, first])
    expect(await idsOf(`${ofOrder}&limit=1&offset=1`)).toEqual([second])
    await service.db.collection('orders').deleteOne({ _id: 'order_alike' as never })
  })

  it('lists returns of an order as the dashboard requests them', async () => {
    expect(await returns(`order_id=${ids.rich_order}&fields=*items,*items.reason`)).toMatchObject({
      count: 1,
      returns: [{ ...aReturn, items: [{ ...aReturn!.items[0], reason }] }],
    })
    expect((await returns(`order_id=${ids.rich_order}&fields=items.reason.label`)).returns).toEqual([
      { id: aReturn!.id, items: [{ id: aReturn!.items[0]!.id, reason: { id: reason.id, label: reason.label } }] },
    ])
    expect((await returns(`order_id=${ids.rich_order}`)).returns[0].items[0]).not.toHaveProperty('reason')
    expect(await returns(`status=requested&order_id=order_two&fields=%2Breceived_at`)).toMatchObject({
      count: 1,
      returns: [{ id: 'return_order_two_0', status: 'requested' }],
    })
    expect(await returns('order_id=order_none')).toEqual({ returns: [], count: 0, offset: 0, limit: 15 })
  })

  it('filters, sorts and paginates', async () => {
    expect(await idsOf('status[]=received&status[]=open')).toEqual(['return_order_two_1'])
    expect(await idsOf('order_id[]=order_two&order_id[]=order_three&order=created_at')).toEqual([
      ...['return_order_three_0', 'return_order_two_0'],
      'return_order_two_1',
    ])
    expect(await idsOf('order_id[$ne]=order_two&created_at[$gte]=2026-03-01')).toEqual(['return_order_three_0'])
    expect(await idsOf('requested_at[$gte]=2020-01-01&updated_at[$gte]=2020-01-01&order=updated_at')).toHaveLength(4)
    expect(await idsOf('deleted_at[$gte]=2020-01-01')).toEqual([])
    expect(await idsOf('id=return_order_two_1')).toEqual(['return_order_two_1'])
    expect(await idsOf('$or[0][id]=return_order_two_0&$or[1][status]=received&order=display_id')).toEqual([
      ...['return_order_two_0', 'return_order_two_1'],
    ])
    const page = await returns('order=created_at&limit=1&offset=1&created_at[$gte]=2026-03-01')
    expect(page).toMatchObject({ count: 3, limit: 1, offset: 1, returns: [{ id: 'return_order_two_0' }] })
    expect(await returns('limit=0')).toMatchObject({ returns: [], count: 4 })
  })

  it('returns only the requested fields', async () => {
    expect((await returns('id=return_order_two_0&fields=id,items.quantity')).returns).toEqual([
      { id: 'return_order_two_0', items: [{ id: aReturn!.items[0]!.id, quantity: 4 }] },
    ])
  })

  it('rejects unknown query parameters and other actors', async () => {
    const { status, body } = await service.admin(listReturns, { query: 'foo=1' })
    expect([status, body.message]).toEqual([400, "Invalid request: Unrecognized fields: 'foo'"])
    expect((await service.send(listReturns, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('list-exchanges and list-claims', () => {
  it('list the claims and exchanges of orders, with their return when requested', async () => {
    const [exchange] = rich.exchanges
    const [claim] = rich.claims
    const query = `order_id=${ids.rich_order}&fields=*additional_items`
    const exchanges = (await service.admin(listExchanges, { query })).body
    const claims = (await service.admin(listClaims, { query })).body
    expect(listExchanges.response.strict().safeParse(exchanges).error).toBeUndefined()
    expect(listClaims.response.strict().safeParse(claims).error).toBeUndefined()
    expect(exchanges).toMatchObject({ count: 1, limit: 15, exchanges: [{ id: exchange!.id, additional_items: [{}] }] })
    expect(claims).toMatchObject({ count: 1, limit: 15, claims: [{ id: claim!.id, type: 'replace', claim_items: [{}] }] })
    expect(claims.claims[0].return).toBeNull()
    const withReturn = (await service.admin(listClaims, { query: 'fields=id,return.id,return.status' })).body
    expect(withReturn.claims).toEqual([{ id: claim!.id, return: { id: aReturn!.id, status: aReturn!.status } }])
    const none = (await service.admin(listClaims, { query: 'type=refund' })).body
    expect(none).toEqual({ claims: [], count: 0, offset: 0, limit: 15 })
  })
})

it('returns stored with fewer fields are shown like others', async () => {
  const { requested_at: _, created_by: __, metadata: ___, updated_at: ____, deleted_at: _____, ...kept } = aReturn!
  const keptItems = kept.items.map(({ created_at: _, updated_at: __, deleted_at: ___, ...item }) => item)
  const old = { ...kept, items: keptItems, id: 'return_old', order_id: 'order_old', received_at: null, canceled_at: null }
  await insertMissing(service.db, { orders: [anOrderRecord({ id: 'order_old', returns: [old as never] })] })
  const whole = { requested_at: null, created_by: null, metadata: null, updated_at: old.created_at, deleted_at: null }
  const known = { created_at: old.created_at, updated_at: old.created_at, deleted_at: null }
  const shown = keptItems.map((item) => ({ ...item, ...known }))
  expect((await returns('order_id=order_old')).returns).toEqual([{ ...old, ...whole, items: shown }])
  const items = shown.map((item) => ({ ...item, reason }))
  expect((await service.admin(getReturn, { params: { id: 'return_old' } })).body.return).toEqual({ ...old, ...whole, items })
})

it('claims and exchanges stored with fewer fields are shown like others', async () => {
  const [claim] = rich.claims
  const [exchange] = rich.exchanges
  const sent = ({ note: _, ...item }: object & { note: unknown }) => item
  const claimed = ({ is_additional_item: _, ...item }: ClaimItem) => sent(item)
  const claims = [
    {
      ...{ ...claim!, id: 'claim_old', order_id: 'order_older' },
      ...{ claim_items: claim!.claim_items.map(claimed), additional_items: claim!.additional_items.map(claimed) },
    },
  ]
  const exchanges = [
    { ...exchange!, id: 'oexc_old', order_id: 'order_older', additional_items: exchange!.additional_items.map(sent) },
  ]
  await insertMissing(service.db, {
    orders: [anOrderRecord({ id: 'order_older', claims: claims as never, exchanges: exchanges as never })],
  })
  const ask = async (operation: typeof listClaims | typeof listExchanges) =>
    (await service.admin(operation, { query: 'order_id=order_older' })).body
  expect(await ask(listClaims)).toMatchObject({
    claims: [
      { claim_items: [{ is_additional_item: false, note: null }], additional_items: [{ is_additional_item: true, note: null }] },
    ],
  })
  expect(await ask(listExchanges)).toMatchObject({ exchanges: [{ additional_items: [{ note: null }] }] })
  const { body } = await service.admin(getClaim, { params: { id: 'claim_old' } })
  expect(body.claim.additional_items).toMatchObject([{ is_additional_item: true, note: null }])
})

it.each([
  ['returns', listReturns],
  ['exchanges', listExchanges],
  ['claims', listClaims],
])('%s are found by an index, whatever the query', async (_name, operation) => {
  const { filters, orders } = queriesOf(operation, { order_id: ids.rich_order })
  const ask = async () => {
    for (const query of [...filters, ...orders]) expect((await service.admin(operation, { query })).status, query).toBe(200)
  }
  const plans = await plansOf(service.db, ask)
  expect(plans.length).toBeGreaterThan(filters.length)
  expect(await unindexed(service.db, plans)).toEqual([])
})
