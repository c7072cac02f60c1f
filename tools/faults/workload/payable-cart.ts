import { ids } from '../../seed/ids.ts'
import { callersOf, type Preparing, post, prepare } from './callers.ts'
import type { CheckoutShop } from './checkout-shop.ts'
import { putCard } from './gift-cards.ts'

const ADDRESS = { first_name: 'Ann', address_1: 'Quay 1', city: 'Kiel', country_code: 'de', postal_code: '24103' }

/** A guest's cart that lacks nothing, with these gift cards. @returns its id */
export async function makePayableCart(
  preparing: Preparing,
  shop: CheckoutShop,
  { isPromoted, codes }: { isPromoted: boolean; codes: readonly string[] },
): Promise<string> {
  const { dev } = preparing.instance
  const { store } = callersOf(preparing.instance)
  const send = <T>(path: string, body: object) => post<T>(preparing, 'store', path, body)
  const { cart } = await send<{ cart: { id: string } }>('/store/carts', {
    ...{ region_id: dev.region_id, email: 'guest@souk.example', shipping_address: ADDRESS },
    items: [
      { variant_id: shop.scarce_variant_id, quantity: 1 },
      { variant_id: shop.other_variant_id, quantity: 2 },
    ],
    ...(isPromoted && { promo_codes: [shop.promotion_code] }),
  })
  await send(`/store/carts/${cart.id}/shipping-methods`, { option_id: ids.shipping_option })
  for (const code of codes) await prepare(preparing, putCard(cart.id, code, store))
  const { payment_collection } = await send<{ payment_collection: { id: string } }>('/store/payment-collections', {
    cart_id: cart.id,
  })
  await send(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  return cart.id
}
