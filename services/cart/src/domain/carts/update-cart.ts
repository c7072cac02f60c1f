import {
  type Address,
  type BodyOf,
  type Customer,
  type DecisionContext,
  invalidData,
  mergeMetadata,
  onlyCountryOf,
  type Region,
  type updateCart,
} from '@souk/contracts'
import { linesAnew } from '../line-items/change-lines.ts'
import { isPricedAlike } from '../line-items/quote.ts'
import { newAddress, replacedAddress } from './address.ts'
import { withEmail } from './buyer.ts'
import type { CartRecord } from './cart.ts'
import type { PlannedCart } from './planned-cart.ts'
import { withoutStoreCredit } from './store-credit.ts'

type Body = BodyOf<typeof updateCart>
/** The values that only other services know. */
export interface UpdateFacts {
  /** The region that the body names; null if it names none. */
  region: Region | null
  /** The guest with the body's e-mail; null if not known yet, or not needed. */
  guest: Customer | null
  /** The cart's own region as it is now, if that was looked up. */
  ownRegion?: Region
}

/** Whether the address is in a country outside the region. */
const isOutside = ({ shipping_address }: Body, region: Region | null): boolean => {
  const country_code = shipping_address?.country_code?.toLowerCase()
  return Boolean(country_code && region && !region.countries.some(({ iso_2 }) => iso_2 === country_code))
}

/** Whether the body would be refused because of the cart's copy of its region, which may have got the country since. */
export const needsOwnRegion = (cart: CartRecord, body: Body, { region, ownRegion }: UpdateFacts): boolean =>
  region === null && ownRegion?.id !== cart.region_id && isOutside(body, cart.region)

/** @throws invalid_data if the address is in a country outside the region */
function assertWithinRegion(body: Body, region: Region | null) {
  if (!isOutside(body, region)) return
  throw invalidData(`Country with code ${body.shipping_address?.country_code} is not within region ${region?.name}`)
}

/** The cart as the body changes it. @throws invalid_data; not_found for an address that is not the cart's */
export function updatedCart(before: CartRecord, body: Body, facts: UpdateFacts, context: DecisionContext): PlannedCart {
  const ownRegion = facts.ownRegion?.id === before.region_id ? facts.ownRegion : before.region
  assertWithinRegion(body, facts.region ?? ownRegion)
  const newRegion = facts.region?.id === before.region_id ? null : facts.region
  const cart = newRegion ? inRegion(before, newRegion) : before
  const shipping_address = shippingAddress(cart, body, newRegion, context)
  const billing_address = body.billing_address
    ? replacedAddress(cart.billing_address, body.billing_address, context)
    : cart.billing_address
  const { metadata, locale = cart.locale, sales_channel_id } = body
  const updated: CartRecord = {
    ...cart,
    ...withEmail(cart, body, facts),
    shipping_address,
    shipping_address_id: shipping_address?.id ?? null,
    billing_address,
    billing_address_id: billing_address?.id ?? null,
    sales_channel_id: sales_channel_id ?? cart.sales_channel_id,
    metadata: metadata === undefined ? cart.metadata : mergeMetadata(cart.metadata, metadata),
    locale,
  }
  if (body.region_id === undefined && locale === before.locale && isPricedAlike(updated, before)) return { cart: updated }
  return { cart: updated, lines: linesAnew(updated.items) }
}

/** Drops credit in another currency, and lines whose prices were set by hand for the previous region. */
function inRegion(cart: CartRecord, { id, currency_code }: Region): CartRecord {
  const moved = {
    ...cart,
    region_id: id,
    currency_code,
    items: cart.items.filter((item) => !item.is_custom_price),
    gift_cards: cart.gift_cards.filter((card) => card.currency_code === currency_code),
  }
  return currency_code === cart.currency_code ? moved : withoutStoreCredit(moved)
}

/** With a new region, the previous address is dropped; if the region has only one country, that is filled in. */
function shippingAddress(
  { shipping_address: present }: CartRecord,
  { shipping_address: input }: Body,
  newRegion: Region | null,
  context: DecisionContext,
): Address | null {
  if (!newRegion) return input ? replacedAddress(present, input, context) : present
  const country = onlyCountryOf(newRegion)
  if (country) {
    const only = { country_code: country.iso_2 }
    return input ? replacedAddress(present, { ...input, ...only }, context) : newAddress(only, context)
  }
  return input?.country_code ? replacedAddress(present, input, context) : null
}
