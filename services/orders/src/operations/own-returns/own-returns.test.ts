import { type Actor, createReturn, getOwnReturn, getReturn, listOwnReturns } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReturnReasons } from '../../../../../tools/seed/reasons.ts'
import { aReturnedOrder } from '../../../test/returned.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const GUEST: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: [ids.sales_channel], customer_id: null }
const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_returns' }
const reason = seededReturnReasons[0]!
const DELETED_AT = '2026-04-01T00:00:00.000Z'

let service: OrdersUnderTest
/** The ids of the customer's orders and of their returns, oldest first. */
let orders: string[]
let returns: string[]
/** The ids of returns of drafts, of deleted orders, and of other customers. */
let hidden: string[]

/** An order of the customer with two returns that an administrator made. */
function bought(day: number, said: object = {}) {
  const order = { ...aReturnedOrder(), customer_id: 'cus_returns', ...said }
  const made = order.returns.map((one, n) => ({
    ...one,
    metadata: { by: 'phone' },
    created_at: `2026-03-0${day}T0${n + 1}:00:00.000Z`,
    items: one.items.map((item) => ({ ...item, reason_id: reason.id, note: 'of an administrator', metadata: { box: 1 } })),
  }))
  return { ...order, returns: made }
}

beforeAll(async () => {
  service = await startOrders()
  const own = [bought(1), bought(2, { seller_id: ids.foreign_seller })]
  const others = [
    bought(3, { deleted_at: DELETED_AT }),
    bought(3, { is_draft_order: true }),
    bought(3, { customer_id: 'cus_other' }),
    bought(3, { customer_id: null }),
  ]
  await insertMissing(service.db, { orders: [...own, ...others], return_reasons: [reason] })
  orders = own.map(({ id }) => id)
  returns = own.flatMap((order) => order.returns.map(({ id }) => id))
  hidden = others.map((order) => order.returns[0]!.id)
})
afterAll(() => service.stop())

const list = (query = '', actor: Actor = CUSTOMER) => service.send(listOwnReturns, { actor, query })
const get = (id: string, options: object = {}) => service.send(getOwnReturn, { params: { id }, actor: CUSTOMER, ...options })
const idsOf = async (query: string) => (await list(query)).body.returns.map(({ id }: { id: string }) => id)

describe('list-own-returns', () => {
  it('lists returns of the customer’s orders with all sellers, oldest first, and no others', async () => {
    const { status, body } = await list()
    expect([status, body.count, body.offset, body.limit]).toEqual([200, 4, 0, 50])
    expect(listOwnReturns.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.returns.map(({ id }: { id: string }) => id)).toEqual(returns)
    expect(body.returns[0]).toMatchObject({ status: 'requested', items: [{ reason: { value: reason.value }, note: null }] })
    for (const text of ['of an administrator', 'phone', '"box"', 'user_']) expect(JSON.stringify(body)).not.toContain(text)
    expect((await list('', { ...CUSTOMER, customer_id: 'cus_none' })).body).toMatchObject({ returns: [], count: 0 })
  })

  it('filters, sorts, paginates and selects fields', async () => {
    expect(await idsOf(`order_id=${orders[1]}`)).toEqual(returns.slice(2))
    expect(await idsOf('order=-created_at&limit=2&offset=1')).toEqual([returns[2], returns[1]])
    expect(await idsOf(`id=${hidden[2]}`)).toEqual([])
    expect(await idsOf('status=received')).toEqual([])
    expect((await list('limit=1&fields=id,created_by,metadata')).body.returns).toEqual([{ id: returns[0] }])
    expect((await list('created_by=user_1')).status).toBe(400)
  })

  it('requires a logged-in customer', async () => {
    expect(refusal(await list('', GUEST))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await list('', memberOf('sel_1'))).status).toBe(401)
  })

  it('uses an index for every query', async () => {
    const { filters, orders: sorts } = queriesOf(listOwnReturns, { order_id: orders[0]!, status: 'requested' })
    const plans = await plansOf(service.db, async () => {
      for (const query of ['', ...filters, ...sorts]) expect((await list(query)).status, query).toBe(200)
    })
    expect(plans.length).toBeGreaterThan(filters.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('get-own-return', () => {
  it('returns a return as the list does', async () => {
    const { status, body, etag } = await get(returns[2]!)
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(getOwnReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect([body.return]).toEqual((await list(`id=${returns[2]}`)).body.returns)
    expect((await service.admin(getReturn, { params: { id: returns[2]! } })).body.return).toMatchObject({
      metadata: { by: 'phone' },
      items: [{ note: 'of an administrator' }],
    })
    expect((await get(returns[2]!, { query: 'fields=id,metadata&limit=1' })).body.return).toEqual({ id: returns[2] })
    expect((await get(returns[2]!, { query: 'foo=1' })).status).toBe(400)
  })

  it('shows the customer’s own notes', async () => {
    const order = { ...aReturnedOrder(), customer_id: 'cus_returns', returns: [], exchanges: [], claims: [] }
    await insertMissing(service.db, { orders: [order] })
    const items = [{ id: order.items[0]!.id, quantity: 1, note: 'One sleeve is longer' }]
    const body = { order_id: order.id, items, return_shipping: { option_id: ids.shipping_option } }
    const made = await service.send(createReturn, { actor: GUEST, body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await get(made.body.return.id)).body.return.items).toMatchObject([{ note: 'One sleeve is longer' }])
  })

  it('rejects other customers’ returns like unknown ones', async () => {
    for (const id of ['return_none', ...hidden])
      expect(refusal(await get(id))).toEqual([404, 'not_found', `Return id not found: ${id}`])
    expect(refusal(await get(returns[0]!, { actor: GUEST }))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await get(returns[0]!, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
