import type { Actor, Operation } from '@souk/contracts'
import type { PublishedEvent } from '@souk/runtime'
import { type CallOptions, patient, startTestService, testServers } from '@souk/runtime/testing'
import { expect } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../tools/seed/pricing.ts'
import { seededSellers } from '../../../tools/seed/sellers.ts'
import { seededShippingOptions } from '../../../tools/seed/shipping.ts'
import { ordersService } from '../../orders/src/service.ts'
import { pricingService } from '../../pricing/src/service.ts'
import { startSellers } from '../../sellers/test/service.ts'
import { cartService } from '../src/service.ts'
import { aCustomerRecord, aGroup, VIP_GROUP } from './builders.ts'

export type { CustomerGroupRecord, CustomerRecord } from '../../orders/src/domain/customers/customer-record.ts'
export { priceKey, rulePairs } from '../../pricing/src/domain/prices/price.ts'

/** Of the marketplace; sends as the seller's standard option does. */
export const MARKET_OPTION = 'so_market'
export const CHANNEL = ids.sales_channel
export const ADMIN = { type: 'user', id: 'user_1', identity_id: 'authid_1' } as const satisfies Actor
export const GUEST: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: [CHANNEL], customer_id: null }
export const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_ann' }
export const STRANGER: Actor = { type: 'storefront', id: 'apk_2', sales_channel_ids: ['sc_other'], customer_id: null }

/** A member of a seller. */
const memberOf = (seller_id: string): Actor => ({ type: 'member', id: 'mem_1', seller_id, identity_id: 'authid_1' })

/** On a busy machine a service may have no time for the other one at first. */
const TRIES = 6

/** The service beside the pricing with the development catalogue, and the orders service with one customer. */
export async function startCart(env: Record<string, string> = {}) {
  // Carts of tests are dated in the past: the sweep would remove them in the middle of a file that takes long.
  const servers = { ...testServers(), CART_EXPIRY_DAYS: '0' }
  const [pricing, orders, cart] = await Promise.all([
    startTestService(pricingService, { servers, tries: TRIES }),
    startTestService(ordersService, { servers, tries: TRIES }),
    startTestService(cartService, { servers, env, tries: TRIES }),
  ])
  await seedPricing(pricing.db)
  await insertMissing(pricing.db, { shipping_options: [{ ...seededShippingOptions[0]!, id: MARKET_OPTION, seller_id: null }] })
  await insertMissing(orders.db, { customers: [aCustomerRecord()], customer_groups: [aGroup({ id: VIP_GROUP })] })

  /** As a guest, unless the options name an actor. */
  const store = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    cart.send(operation, { actor: GUEST, ...options })
  /** As a member of the seller, unless the options name an actor. */
  const vendor = <O extends Operation>(operation: O, options: CallOptions<O> = {}, seller: string = ids.seller) =>
    cart.send(operation, { actor: memberOf(seller), ...patient(), ...options })
  const events: PublishedEvent[] = []
  cart.bus.nc.subscribe('evt.cart.>', {
    callback(_error, message) {
      const event = message.json<PublishedEvent>()
      // Publishing may repeat: like any consumer, drop events that were seen.
      if (!events.some(({ id, seq }) => id === event.id && seq >= event.seq)) events.push(event)
    },
  })
  let ended: Promise<void> | undefined
  const stopOrders = () => (ended ??= orders.stop())

  return {
    ...cart,
    pricing,
    orders,
    store,
    vendor,
    stopOrders,
    /** The events of one cart in the order in which they were published: waits until there are as many. */
    async eventsOf(id: string, count: number) {
      const own = () => events.filter((event) => event.id === id)
      await expect.poll(() => own().length).toBeGreaterThanOrEqual(count)
      return own().map(({ seq, type, ids }) => ({ seq, type, ids }))
    },
    async stop() {
      await cart.stop()
      await Promise.all([pricing.stop(), stopOrders()])
    },
  }
}

export type CartUnderTest = Awaited<ReturnType<typeof startCart>>

/** The same beside the sellers of that catalogue: goods of theirs can be bought. */
export async function startCartWithSellers() {
  const service = await startCart()
  const sellers = await startSellers({}, service.servers)
  await insertMissing(sellers.db, { sellers: seededSellers })
  let ended: Promise<void> | undefined
  const stopSellers = () => (ended ??= sellers.stop())
  return {
    ...service,
    sellers,
    stopSellers,
    async stop() {
      await service.stop()
      await stopSellers()
    },
  }
}

export type CartWithSellersUnderTest = Awaited<ReturnType<typeof startCartWithSellers>>
