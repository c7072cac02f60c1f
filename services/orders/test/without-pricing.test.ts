import { getOrder, JsonText, listCustomerOrders, previewOrder, updateOrderEditItem } from '@souk/contracts'
import { startTestService } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snapshotOf } from '../../../tools/seed/catalogue.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { ordersService } from '../src/service.ts'
import { aChange, anItem } from './builders.ts'
import { anOrderRecord } from './records.ts'
import { ADMIN, memberOf } from './service.ts'

/** The service alone, without pricing. */
const start = () => startTestService(ordersService)
let service: Awaited<ReturnType<typeof start>>
const sold = snapshotOf(ids.variant)
const [product, variant] = [JsonText.of(sold.product), JsonText.of(sold.variant)]
const order = anOrderRecord({ customer_id: 'cus_1', seller_id: 'sel_1', items: [{ ...anItem(), product, variant }] })
const params = { id: order.id }

beforeAll(async () => {
  service = await start()
  await insertMissing(service.db, { orders: [order] })
})
afterAll(() => service.stop())

const all = (query: string, tries?: number) =>
  Promise.all([
    service.send(getOrder, { params, query, actor: ADMIN, tries }),
    service.send(previewOrder, { params, query, actor: ADMIN, tries }),
    service.send(listCustomerOrders, { params: { id: 'cus_1' }, query, actor: memberOf('sel_1'), tries }),
  ])

describe('without pricing', () => {
  it('orders can be read', async () => {
    expect((await all('fields=id,items.variant.product')).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('data that pricing owns is unavailable', async () => {
    for (const { status, failure } of await all('fields=id,items.variant.inventory_quantity', 1))
      expect({ status, failure }).toEqual({ status: 503, failure: 'unavailable' })
  })

  it('an edit that carries promotions over cannot be changed, but other edits can', async () => {
    const application_method = { type: 'percentage', value: '10', currency_code: null } as const
    const promotions = [{ id: 'promo_1', code: 'TEN', is_automatic: false, application_method }]
    const of = (carry_over_promotions: boolean) =>
      anOrderRecord({ promotions, changes: [aChange([], { id: `ordch_${carry_over_promotions}`, carry_over_promotions })] })
    const [carrying, other] = [of(true), of(false)]
    await insertMissing(service.db, { orders: [carrying, other] })
    const step = (id: string) =>
      service.send(updateOrderEditItem, { params: { id, item_id: 'ordli_1' }, body: { quantity: 4 }, actor: ADMIN, tries: 1 })

    expect(await step(carrying.id)).toMatchObject({ status: 503, failure: 'unavailable' })
    expect((await step(other.id)).status).toBe(200)
    const { order } = (await service.send(previewOrder, { params: { id: carrying.id }, actor: ADMIN })).body
    expect(order.order_change.actions).toEqual([])
  })
})
