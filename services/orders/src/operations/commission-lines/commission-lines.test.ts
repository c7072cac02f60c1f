import { getVendorOrderCommission, listCommissionLines, listVendorCommissionLines } from '@souk/contracts'
import { FORBIDDEN, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCommissionRule, commissioned } from '../../../test/commissioned.ts'
import { aSellerOfSet } from '../../../test/in-set.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, GUEST, memberOf, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

const at = (day: number) => `2026-03-0${day}T12:00:00.000Z`
const sold = (id: string, day: number, overrides: Parameters<typeof anOrderRecord>[0] = {}) =>
  anOrderRecord({ id: `order_${id}`, seller_id: 'sel_1', created_at: at(day), ...overrides })

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  const orders = [
    commissioned(sold('a', 1), [0.1, 0.2]),
    commissioned(sold('b', 2, { seller_id: 'sel_2', currency_code: 'usd' }), [5], aCommissionRule({ id: 'comrule_2' })),
    commissioned(sold('c', 3, { status: 'canceled' }), [1, 2, 3]),
    commissioned(sold('d', 4, { seller_id: 'sel_gone' }), [4]),
    sold('without', 5),
    ...[1, 2, 3].map((n) => commissioned(sold(`deleted${n}`, 6, { deleted_at: at(7) }), [6, 6])),
    commissioned(sold('draft', 6, { is_draft_order: true, deleted_at: at(7) }), [6]),
  ]
  await insertMissing(service.db, { orders })
  await insertMissing(sellers.db, { sellers: ['sel_1', 'sel_2'].map(aSellerOfSet) })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const list = (query = '') => service.admin(listCommissionLines, { query })
const own = (query = '', seller = 'sel_1') => service.send(listVendorCommissionLines, { actor: memberOf(seller), query })
type Listed = Awaited<ReturnType<typeof list>>
const idsOf = ({ status, body }: Listed): string[] => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.commission_lines.map(({ id }: { id: string }) => id.replace('comline_order_', ''))
}

describe('list-commission-lines', () => {
  it('lists the lines of all orders, the newest first, with their rules and orders', async () => {
    const { body } = await list()
    expect(listCommissionLines.response.strict().safeParse(body).error).toBeUndefined()
    const all = ['d_0', 'c_0', 'c_1', 'c_2', 'b_0', 'a_0', 'a_1']
    expect([idsOf({ status: 200, body } as Listed), body.count, body.offset, body.limit]).toEqual([all, 7, 0, 15])
    const { id, name, reference, reference_id, rate } = aCommissionRule({ id: 'comrule_2' })
    const order = await service.deps.orders.get('order_b', Date.now() + 5000)
    expect(body.commission_lines[4]).toEqual({
      ...{ id: 'comline_order_b_0', item_line_id: 'ordli_0', rule_id: 'comrule_2', currency_code: 'usd', value: 5 },
      ...{ created_at: at(2), updated_at: at(2), deleted_at: null },
      rule: { id, name, reference, reference_id, rate },
      order: {
        ...{ id: 'order_b', display_id: order.state.display_id, currency_code: 'usd', status: 'pending' },
        ...{ created_at: at(2), total: order.state.total, seller: { id: 'sel_2', name: 'sel_2' } },
      },
    })
    expect(body.commission_lines[0].order).toMatchObject({ id: 'order_d', seller: null })
    expect(body.commission_lines[1].order).toMatchObject({ status: 'canceled', seller: { name: 'sel_1' } })
  })

  it.each([
    ['seller_id=sel_1', ['c_0', 'c_1', 'c_2', 'a_0', 'a_1']],
    ['seller_id=sel_none', []],
    [`start_date=${at(2)}&end_date=${at(3)}`, ['c_0', 'c_1', 'c_2', 'b_0']],
    [`start_date=${at(4)}`, ['d_0']],
    [`end_date=${at(1)}`, ['a_0', 'a_1']],
    ['start_date=2026-03-02&end_date=2026-03-03', ['b_0']],
    [`seller_id=sel_1&start_date=${at(2)}`, ['c_0', 'c_1', 'c_2']],
    [`start_date=${at(3)}&end_date=${at(2)}`, []],
  ])('filters: %s', async (query, expected) => {
    const answer = await list(query)
    expect([idsOf(answer), answer.body.count]).toEqual([expected, expected.length])
  })

  it('begins a page within an order', async () => {
    expect(idsOf(await list('limit=3&offset=2'))).toEqual(['c_1', 'c_2', 'b_0'])
    expect(idsOf(await list('limit=2&offset=6'))).toEqual(['a_1'])
    expect((await list('limit=0')).body).toEqual({ commission_lines: [], count: 7, offset: 0, limit: 0 })
    expect((await list('offset=7')).body).toMatchObject({ commission_lines: [], count: 7 })
    const pages = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((offset) => list(`limit=1&offset=${offset}`)))
    expect(pages.flatMap(idsOf)).toEqual(idsOf(await list()))
    for (const order of ['created_at', 'id', 'created_at,-id'])
      expect(idsOf(await list(`order=${order}`)), order).toEqual(['a_0', 'a_1', 'b_0', 'c_0', 'c_1', 'c_2', 'd_0'])
  })

  it('shows the fields that are asked for', async () => {
    const { body } = await list('seller_id=sel_2&fields=value,order.seller.name')
    expect(body.commission_lines).toEqual([
      { id: 'comline_order_b_0', value: 5, order: { id: 'order_b', seller: { id: 'sel_2', name: 'sel_2' } } },
    ])
  })

  it.each([
    ['start_date=soon', 'must be an ISO 8601 date-time'],
    ['order=value', 'Order field value is not valid'],
    ['rule_id=comrule_1', "Unrecognized fields: 'rule_id'"],
  ])('refuses %s', async (query, text) => {
    expect(refusal(await list(query))).toEqual([400, 'invalid_data', expect.stringContaining(text)])
  })

  it('accepts everything that it declares', async () => {
    const { filters, orders } = queriesOf(listCommissionLines)
    for (const query of [...filters, ...orders, 'with_deleted=true']) expect((await list(query)).status, query).toBe(200)
  })

  it('refuses all but administrators', async () => {
    for (const actor of [memberOf('sel_1'), GUEST]) expect((await service.send(listCommissionLines, { actor })).status).toBe(401)
  })
})

describe('list-vendor-commission-lines', () => {
  it("lists the lines of the seller's own orders, as administrators see them", async () => {
    expect((await own()).body).toEqual((await list('seller_id=sel_1')).body)
    expect(listVendorCommissionLines.response.strict().safeParse((await own()).body).error).toBeUndefined()
    expect(idsOf(await own('', 'sel_2'))).toEqual(['b_0'])
    expect((await own('', 'sel_none')).body).toEqual({ commission_lines: [], count: 0, offset: 0, limit: 15 })
  })

  it('filters by time, and by nothing else', async () => {
    expect(idsOf(await own(`end_date=${at(2)}`))).toEqual(['a_0', 'a_1'])
    expect(idsOf(await own(`start_date=${at(3)}`))).toEqual(['c_0', 'c_1', 'c_2'])
    expect(refusal(await own('seller_id=sel_2'))).toEqual([400, 'invalid_data', expect.stringContaining('seller_id')])
    expect((await service.send(listVendorCommissionLines, { actor: ADMIN })).status).toBe(401)
  })
})

describe('get-vendor-order-commission', () => {
  const get = (id: string, seller = 'sel_1') =>
    service.send(getVendorOrderCommission, { actor: memberOf(seller), params: { id: `order_${id}` } })

  it('shows the lines of an order and their exact sum', async () => {
    const { status, body, etag } = await get('a')
    expect([status, etag], JSON.stringify(body)).toEqual([200, '"1"'])
    expect(getVendorOrderCommission.response.strict().safeParse(body).error).toBeUndefined()
    const lines = (await list('seller_id=sel_1&offset=3')).body.commission_lines
    expect(body.commission).toEqual({
      commission_value: { amount: '0.3', currency_code: 'eur' },
      commission_lines: lines.map(({ rule: _, order: __, ...line }: { rule: unknown; order: unknown }) => line),
    })
  })

  it('shows an order without commission as one of 0', async () => {
    expect((await get('without')).body).toEqual({
      commission: { commission_value: { amount: '0', currency_code: 'eur' }, commission_lines: [] },
    })
  })

  it('refuses orders of others like those that are not there', async () => {
    for (const [id, seller] of [['b'], ['none'], ['deleted1'], ['draft'], ['a', 'sel_2']] as const)
      expect(refusal(await get(id, seller)), id).toEqual(FORBIDDEN)
  })
})

describe('the indexes of commission lines', () => {
  it('find a page and count it without reading any other order', async () => {
    await insertMissing(service.db, {
      orders: Array.from({ length: 200 }, (_, n) =>
        commissioned(
          sold(`more${n}`, 1, { seller_id: `sel_${n % 2 === 0 ? 'x' : 'y'}`, created_at: '2025-01-01T00:00:00.000Z' }),
          [1, 2],
        ),
      ),
    })
    for (const [query, keys] of [
      ['limit=3', 210],
      ['limit=3&offset=300', 210],
      ['limit=3&seller_id=sel_1', 12],
      [`limit=3&start_date=${at(3)}`, 12],
      [`limit=3&seller_id=sel_1&end_date=${at(1)}`, 12],
    ] as const) {
      const plans = await plansOf(service.db, () => list(query))
      const looked = plans.map(({ planSummary, docsExamined, keysExamined, command }) => ({
        isByIndex: planSummary.startsWith('IXSCAN'),
        isRead: command.pipeline === undefined,
        docsExamined,
        isFew: keysExamined <= keys,
      }))
      for (const { isRead, docsExamined, ...plan } of looked) {
        expect(plan, query).toEqual({ isByIndex: true, isFew: true })
        expect(docsExamined, query).toBeLessThanOrEqual(isRead ? 3 : 0)
      }
      expect(looked.length, query).toBeLessThanOrEqual(4)
    }
  })
})
