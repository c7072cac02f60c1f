import {
  type Actor,
  getOrder,
  getStoreOrder,
  getVendorOrder,
  listOrders,
  listVendorOrders,
  type Operation,
} from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fulfillment } from '../../../tools/seed/fulfillments.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { anItem } from './builders.ts'
import { anOrderRecord } from './records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from './service.ts'

const BUYER: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: 'cus_1' }
const MEMBER = memberOf(ids.seller)
const parcel = (n: number, named: object = {}) => ({ ...fulfillment({ n, items: [anItem()], days: [1, 2, null] }), ...named })

let service: OrdersUnderTest
const order = anOrderRecord({
  seller_id: ids.seller,
  fulfillments: [
    parcel(9001),
    parcel(9002, { shipping_option_id: ids.foreign_shipping_option }),
    parcel(9003, { shipping_option_id: 'so_gone', provider_id: 'gone' }),
    parcel(9004, { shipping_option_id: null, provider_id: null }),
  ],
})
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { orders: [order] })
})
afterAll(() => service.stop())

const params = { id: order.id }
const send = <O extends Operation>(operation: O, options: CallOptions<O>) => service.send(operation, options)
const namedBy = (one: { fulfillments: { shipping_option?: { id: string } | null; provider?: { id: string } | null }[] }) =>
  one.fulfillments.map(({ shipping_option, provider }) => [shipping_option?.id ?? null, provider?.id ?? null])

describe('the shipping option and the provider of a fulfillment', () => {
  it.each([
    ['fields=*fulfillments,*fulfillments.shipping_option,*fulfillments.provider'],
    ['fields=id,fulfillments.shipping_option.name,fulfillments.provider.is_enabled'],
  ])('are shown to administrators, and to sellers if the option is their own: %s', async (query) => {
    const all = [
      (await send(getOrder, { actor: ADMIN, params, query })).body.order,
      (await send(listOrders, { actor: ADMIN, query: `id=${order.id}&${query}` })).body.orders[0],
    ]
    const own = [
      (await send(getVendorOrder, { actor: MEMBER, params, query })).body.order,
      (await send(listVendorOrders, { actor: MEMBER, query })).body.orders[0],
    ]

    const manual = 'manual_manual'
    const others = [
      [null, null],
      [null, null],
    ]
    for (const one of all)
      expect(namedBy(one)).toEqual([[ids.shipping_option, manual], [ids.foreign_shipping_option, manual], ...others])
    for (const one of own) expect(namedBy(one)).toEqual([[ids.shipping_option, manual], [null, manual], ...others])
  })

  it('include the service zone and fulfillment set, as dashboard and panel request them', async () => {
    const query = 'fields=id,*fulfillments,%2Bfulfillments.shipping_option.service_zone.fulfillment_set.type'
    const { body } = await send(getOrder, { actor: ADMIN, params, query })
    const panel = (await send(getVendorOrder, { actor: MEMBER, params, query })).body

    const shipped = { shipping_option: { service_zone: { fulfillment_set: { type: 'shipping' } } } }
    for (const { fulfillments } of [body.order, panel.order]) {
      expect(fulfillments[0]).toMatchObject({ id: order.fulfillments[0]!.id, ...shipped })
      expect(fulfillments[0].shipping_option).not.toHaveProperty('prices')
    }
  })

  it('are omitted unless requested, and never shown by storefronts', async () => {
    const query = 'fields=*fulfillments,*fulfillments.shipping_option,*fulfillments.provider'
    const plain = (await send(getOrder, { actor: ADMIN, params })).body.order
    const stored = (await send(getStoreOrder, { actor: BUYER, params, query })).body.order

    for (const { fulfillments } of [plain, stored])
      for (const one of fulfillments) for (const name of ['shipping_option', 'provider']) expect(one).not.toHaveProperty(name)
  })
})
