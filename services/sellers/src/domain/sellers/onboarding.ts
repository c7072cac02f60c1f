import type { SellerOnboarding } from '@souk/contracts'
import type { SellerRecord } from './seller.ts'

/** How many records of each kind a seller has. */
export interface OwnGoods {
  products: number
  locations: number
}

/** How far a seller is; nobody is paid through Stripe. */
export function onboardingOf(seller: SellerRecord, { products, locations }: OwnGoods): SellerOnboarding {
  const { id, description, address_line, city, postal_code, country_code, created_at, updated_at } = seller
  return {
    id: id.replace(/^sel_/, 'sel_onb_'),
    seller_id: id,
    store_information: [description, address_line, city, postal_code, country_code].every(Boolean),
    stripe_connection: false,
    locations_shipping: locations > 0,
    products: products > 0,
    created_at,
    updated_at,
  }
}
