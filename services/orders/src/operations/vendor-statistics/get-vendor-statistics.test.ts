import { getVendorStatistics } from '@souk/contracts'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
let made = 0
const sold = (customer_id: string | null, created_at: string, overrides: object = {}) =>
  anOrderRecord({ id: `order_s${++made}`, seller_id: 'sel_a', customer_id, created_at, ...overrides })
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    orders: [
      sold('cus_old', '2026-02-27T10:00:00.000Z'),
      sold('cus_old', '2026-03-02T10:00:00.000Z'),
      sold('cus_new', '2026-03-02T00:00:00.000Z'),
      sold('cus_new', '2026-03-02T23:59:59.999Z'),
      sold('cus_new', '2026-03-04T08:00:00.000Z', { status: 'canceled' }),
      sold('cus_late', '2026-03-04T08:00:00.000Z'),
      sold(null, '2026-03-04T09:00:00.000Z'),
      // Neither is in a list of orders, so neither makes anyone a customer.
      sold('cus_undone', '2026-02-27T10:00:00.000Z', { deleted_at: '2026-02-28T00:00:00.000Z' }),
      sold('cus_undone', '2026-02-27T11:00:00.000Z', { is_draft_order: true }),
      sold('cus_undone', '2026-03-05T12:00:00.000Z'),
      sold('cus_gone', '2026-03-06T12:00:00.000Z', { deleted_at: '2026-03-07T00:00:00.000Z' }),
      sold('cus_draft', '2026-03-06T12:00:00.000Z', { is_draft_order: true }),
      // Of others: customers known there are new here.
      sold('cus_late', '2026-02-01T08:00:00.000Z', { seller_id: 'sel_b' }),
      sold('cus_other', '2026-03-03T08:00:00.000Z', { seller_id: 'sel_b' }),
      sold('cus_other', '2026-03-03T08:00:00.000Z', { seller_id: null }),
    ],
  })
})
afterAll(() => service.stop())

const ask = (query: string, seller = 'sel_a') => service.send(getVendorStatistics, { actor: memberOf(seller), query })
const march = 'time_from=2026-03-01T00:00:00Z&time_to=2026-03-31T00:00:00Z'
const day = (n: number, count: string) => ({ date: `2026-03-0${n}T00:00:00.000Z`, count })

describe('get-vendor-statistics', () => {
  it("counts a seller's orders and new customers by day, earliest first, omitting days without any", async () => {
    const { status, body } = await ask(march)

    expect([status, body]).toEqual([
      200,
      { orders: [day(2, '3'), day(4, '3'), day(5, '1')], customers: [day(2, '1'), day(4, '1'), day(5, '1')] },
    ])
    expect(getVendorStatistics.response.strict().safeParse(body).error).toBeUndefined()
  })

  it('counts only what belongs to the current seller', async () => {
    expect((await ask(march, 'sel_b')).body).toEqual({ orders: [day(3, '1')], customers: [day(3, '1')] })
    expect((await ask(march, 'sel_new')).body).toEqual({ orders: [], customers: [] })
  })

  it.each([
    ['including both bounds', '2026-03-02T23:59:59.999Z', '2026-03-04T08:00:00Z', ['1', '2'], ['1']],
    ['with offsets from UTC', '2026-03-03T00:59:59.999%2B01:00', '2026-03-03T01:00:00%2B01:00', ['1'], []],
    ['of a single moment', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z', ['1'], ['1']],
    ['of days', '2026-02-27', '2026-02-28', ['1'], ['1']],
  ])('accepts a range: %s', async (_case, from, to, orders, customers) => {
    const { status, body } = await ask(`time_from=${from}&time_to=${to}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const countsOf = (days: { count: string }[]) => days.map(({ count }) => count)
    expect([countsOf(body.orders), countsOf(body.customers)]).toEqual([orders, customers])
  })

  it.each([
    ['', 'time_from'],
    ['time_from=2026-03-01', 'time_to'],
    ['time_from=soon&time_to=2026-03-01', 'must be an ISO 8601 date-time'],
    ['time_from=2026-03-02&time_to=2026-03-01', 'Invalid time range!'],
    ['time_from=2026-03-01&time_to=2026-03-31T00:00:00.001Z', 'Time range too long (max 30 days)!'],
    [`${march}&limit=1`, "Unrecognized fields: 'limit'"],
  ])('rejects %s', async (query, text) => {
    expect(refusal(await ask(query))).toEqual([400, 'invalid_data', expect.stringContaining(text)])
  })

  it('rejects actors that are not members', async () => {
    expect((await service.admin(getVendorStatistics, { query: march })).status).toBe(401)
  })

  it('reads no order, only index keys of the range and of its customers', async () => {
    await insertMissing(service.db, {
      orders: Array.from({ length: 200 }, (_, n) => sold(`cus_${n}`, '2025-06-01T00:00:00.000Z', { seller_id: `sel_${n % 3}` })),
    })
    const plans = await plansOf(service.db, () => ask(march))
    expect(plans.map(({ planSummary }) => planSummary.split(' ')[0])).toEqual(['IXSCAN', 'IXSCAN', 'IXSCAN'])
    for (const { docsExamined, keysExamined } of plans)
      expect({ docsExamined, isFew: keysExamined < 30 }).toEqual({ docsExamined: 0, isFew: true })
  })
})
