import type { SellerOnboarding } from '@souk/contracts'
import type { SellerRecord } from './seller.ts'

/** The number of a seller's records of each kind. */
export interface OwnGoods {
  products: number
  locations: number
}

/** The onboarding progress of a seller; payouts through Stripe do not exist. */
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
