import type { SeedFacts } from '../seed/facts.ts'
import type { Example } from './dev-json.ts'

export interface ExampleKeys {
  adminToken: string
  sellerToken: string
  publishable_key: string
}

const EXAMPLE_AMOUNT = 42

/** The order whose edit the shipping method example fills. */
export function exampleOrderId(facts: SeedFacts) {
  const [orderId] = facts.orders
  if (!orderId) throw new Error('the seed made no orders')
  return orderId
}

/** A request for each of the five operations in README, by contract name. */
export function buildExamples(facts: SeedFacts, keys: ExampleKeys): Record<string, Example> {
  const admin = { authorization: `Bearer ${keys.adminToken}` }
  const seller = { authorization: `Bearer ${keys.sellerToken}` }
  const store = { 'x-publishable-api-key': keys.publishable_key }
  const json = { 'content-type': 'application/json' }
  const orderId = exampleOrderId(facts)
  const cartCards = `/store/carts/${facts.example_cart_id}/gift-cards`
  const card = { code: facts.gift_card.code }

  return {
    'pricing.create-price-list-price': {
      method: 'POST',
      path: `/vendor/price-lists/${facts.seller.price_list_id}/prices`,
      headers: { ...seller, ...json },
      body: { variant_id: facts.seller.variant_id, currency_code: facts.gift_card.currency_code, amount: EXAMPLE_AMOUNT },
      status: 201,
    },
    'cart.remove-gift-card': {
      before: [{ method: 'POST', path: cartCards, headers: { ...store, ...json }, body: card, accept: [200, 400] }],
      method: 'DELETE',
      path: cartCards,
      headers: { ...store, ...json },
      body: card,
      status: 200,
    },
    'orders.add-order-edit-shipping-method': {
      before: [
        // 400: an edit is already open
        {
          method: 'POST',
          path: '/admin/order-edits',
          headers: { ...admin, ...json },
          body: { order_id: orderId },
          accept: [200, 400],
        },
      ],
      method: 'POST',
      path: `/admin/order-edits/${orderId}/shipping-method`,
      headers: { ...admin, ...json },
      body: { shipping_option_id: facts.shipping_option_id },
      status: 200,
    },
    'sellers.get-member': { method: 'GET', path: `/vendor/members/${facts.seller.member_id}`, headers: seller, status: 200 },
    'orders.list-customer-orders': {
      method: 'GET',
      path: `/vendor/customers/${facts.seller.customer_id}/orders`,
      headers: seller,
      status: 200,
    },
  }
}
