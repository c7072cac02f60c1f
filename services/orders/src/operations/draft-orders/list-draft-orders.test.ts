import { DraftOrderListEntry, listDraftOrders } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anAddress, anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const aDraft = (id: string, minute: number, overrides: Partial<OrderRecord> = {}) =>
  anOrderRecord({
    ...{ id, status: 'draft', is_draft_order: true, created_at: at(minute), updated_at: at(60 - minute) },
    ...{ email: null, customer_id: null, shipping_address: null, region_id: 'reg_1', sales_channel_id: 'sc_1', ...overrides },
  })

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [aCustomer()],
    orders: [
      ...Array.from({ length: 12 }, (_, n) => anOrderRecord({ id: `order_sold_${n}`, region_id: 'reg_2' })),
      aDraft('draft_a', 1, { email: 'ann@example.com', customer_id: 'cus_1' }),
      aDraft('draft_b', 2, { region_id: 'reg_2', sales_channel_id: 'sc_2' }),
      aDraft('draft_c', 3, { shipping_address: anAddress({ city: 'Hämburg' }) }),
      aDraft('draft_deleted', 4, { deleted_at: at(5) }),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '') => service.admin(listDraftOrders, { query })
const idsOf = ({ body }: { body: { draft_orders: { id: string }[] } }) => body.draft_orders.map(({ id }) => id)

describe('list-draft-orders', () => {
  it('returns drafts, oldest first, with the default fields, without placed or deleted ones', async () => {
    const reply = await list()

    expect(reply.status).toBe(200)
    expect(listDraftOrders.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(idsOf(reply)).toEqual(['draft_a', 'draft_b', 'draft_c'])
    for (const draft of reply.body.draft_orders)
      expect(Object.keys(draft).sort()).toEqual(Object.keys(DraftOrderListEntry.shape).sort())
  })

  it.each([
    ['limit=1&offset=1', ['draft_b'], 3],
    ['order=-created_at&limit=1', ['draft_c'], 3],
    ['order=-updated_at&limit=1', ['draft_a'], 3],
    ['order=display_id&limit=1', ['draft_a'], 3],
    ['id=draft_b&id=order_sold_1', ['draft_b'], 1],
    ['region_id=reg_2', ['draft_b'], 1],
    ['sales_channel_id[]=sc_2', ['draft_b'], 1],
    ['customer_id=cus_1', ['draft_a'], 1],
    [`created_at[$gt]=${at(2)}`, ['draft_c'], 1],
    [`updated_at[$gt]=${at(58)}`, ['draft_a'], 1],
    ['q=ann@example.com', ['draft_a'], 1],
    ['q=hämb', ['draft_c'], 1],
  ])('finds the right drafts for %s', async (query, found, count) => {
    const reply = await list(query)

    expect([idsOf(reply), reply.body.count]).toEqual([found, count])
  })

  it('includes the customer when requested', async () => {
    expect((await list('id=draft_a&fields=id,*customer')).body.draft_orders[0]).toMatchObject({ customer: { id: 'cus_1' } })
  })

  it('uses an index for every filter, order and search, however many placed orders there are', async () => {
    const { filters, orders, search } = queriesOf(listDraftOrders, { created_at: '2027-01-01', updated_at: '2027-01-01' })
    expect(filters.length).toBeGreaterThan(30)
    for (const query of [...filters, ...orders, ...search, 'region_id=reg_2&', 'sales_channel_id[]=sc_2&']) {
      const plans = await plansOf(service.db, () => list(`fields=id&limit=3&${query}`))
      for (const { planSummary, hasSortStage = false, docsExamined, op, command } of plans) {
        expect({ query, planSummary }).toEqual({ query, planSummary: expect.not.stringContaining('COLLSCAN') })
        const isPage = op === 'query' && command.find === 'orders'
        if (isPage && query.startsWith('order='))
          expect({ query, hasSortStage, isFew: docsExamined <= 5 }).toEqual({ query, hasSortStage: false, isFew: true })
        const isNarrow = /^(customer_id|region_id|sales_channel_id|id)(=|\[\])/.test(query)
        if (isNarrow && isPage) expect({ query, isFew: docsExamined <= 4 }).toEqual({ query, isFew: true })
      }
    }
  })
})
