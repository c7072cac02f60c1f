import { listGiftCardOrders, type OrderCreditLine } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const credit = (reference_id: string, reference = 'gift-card'): OrderCreditLine =>
  ({
    id: `ordcl_${reference_id}`,
    order_id: 'order',
    reference,
    reference_id,
    amount: 5,
    subtotal: 5,
    total: 5,
    metadata: null,
  }) as never
const paid = (n: number, overrides: object) => anOrderRecord({ id: `order_${n}`, created_at: at(n), ...overrides })

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    orders: [
      ...Array.from({ length: 30 }, (_, n) => anOrderRecord({ id: `order_other${n}`, created_at: at(n) })),
      paid(1, { credit_lines: [credit('gcard_1')] }),
      paid(2, { credit_lines: [credit('gcard_2'), credit('gcard_1')], status: 'canceled' }),
      paid(3, { credit_lines: [credit('gcard_2')] }),
      paid(4, { credit_lines: [credit('gcard_1')], deleted_at: at(9) }),
      paid(5, { credit_lines: [credit('sc_acc_1', 'store-credit')] }),
    ],
  })
})
afterAll(() => service.stop())

const list = (id: string, query = '') => service.admin(listGiftCardOrders, { params: { id }, query })
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

describe('list-gift-card-orders', () => {
  it('lists orders paid with the gift card, oldest first, with only the default fields', async () => {
    const reply = await list('gcard_1')
    expect(reply.status).toBe(200)
    expect(listGiftCardOrders.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body).toEqual({
      orders: [
        { id: 'order_1', display_id: expect.any(Number), version: 1, status: 'pending' },
        { id: 'order_2', display_id: expect.any(Number), version: 1, status: 'canceled' },
      ],
      count: 2,
      offset: 0,
      limit: 15,
    })
  })

  it.each([
    ['gcard_2', '', ['order_2', 'order_3'], 2],
    ['gcard_2', 'limit=1', ['order_2'], 2],
    ['gcard_2', 'limit=1&offset=1', ['order_3'], 2],
    ['gcard_2', 'order=-created_at', ['order_3', 'order_2'], 2],
    ['gcard_2', 'status=canceled', ['order_2'], 1],
    ['gcard_2', 'limit=0', [], 2],
    ['gcard_none', '', [], 0],
    ['sc_acc_1', '', [], 0],
  ])('finds the right orders for %s with %j', async (id, query, expected, count) => {
    const reply = await list(id, query)
    expect([idsOf(reply), reply.body.count]).toEqual([expected, count])
  })

  it('returns the requested fields', async () => {
    const { body } = await list('gcard_1', 'fields=id,*credit_lines&limit=1&order=-created_at')
    expect(body.orders).toMatchObject([
      { id: 'order_2', credit_lines: [{ reference_id: 'gcard_2' }, { reference_id: 'gcard_1' }] },
    ])
  })

  it.each([
    ['limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
    ['foo=1', "Invalid request: Unrecognized fields: 'foo'"],
    ['with_deleted=true', "Invalid request: Field 'with_deleted': must be false: this list shows no deleted records"],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list('gcard_1', query)
    expect([status, body.type, body.message]).toEqual([400, 'invalid_data', message])
  })

  it('examines no other orders, whatever the query', async () => {
    const { filters, orders } = queriesOf(listGiftCardOrders, { status: 'canceled', created_at: '2027-01-01' })
    for (const query of ['', ...filters, ...orders]) {
      for (const { planSummary, docsExamined } of await plansOf(service.db, () => list('gcard_1', query)))
        expect({ query, planSummary, docsExamined: docsExamined <= 3 }).toEqual({
          query,
          planSummary: expect.not.stringContaining('COLLSCAN'),
          docsExamined: true,
        })
    }
  })

  it('returns consistent pages while orders are placed', async () => {
    const coming = Array.from({ length: 10 }, (_, n) => paid(100 + n, { credit_lines: [credit('gcard_new')] }))
    const [pages] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => list('gcard_new'))),
      insertMissing(service.db, { orders: coming }),
    ])
    for (const { status, body } of pages)
      expect({ status, count: body.count }).toEqual({ status: 200, count: body.orders.length })
    expect((await list('gcard_new')).body.count).toBe(10)
  })
})
