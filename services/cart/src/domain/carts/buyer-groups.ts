import { isDeepStrictEqual } from 'node:util'
import type { Customer } from '@souk/contracts'
import type { Quote } from '../line-items/quote.ts'
import type { CartPromotion } from '../promotions/promotion.ts'
import type { CartRecord } from './cart.ts'

/** The present groups of a customer. */
export interface BuyerGroups {
  customer_id: string
  groups: Customer['groups']
}

interface Computed {
  /** Undefined if its lines keep their prices. */
  quote: Quote | undefined
  /** The promotions that the cart may take. */
  promotions: readonly CartPromotion[]
}

/** The customer whose present groups are needed, since prices or promotions of the cart depend on them. */
export function groupsWanted({ customer }: CartRecord, { quote, promotions }: Computed, known: BuyerGroups | undefined) {
  if (!customer?.has_account || known?.customer_id === customer.id) return undefined
  return quote?.depends_on_groups || promotions.some(namesGroups) ? customer.id : undefined
}

const namesGroups = ({ rules, application_method }: CartPromotion): boolean =>
  [...rules, ...(application_method?.target_rules ?? []), ...(application_method?.buy_rules ?? [])].some(({ attribute }) =>
    attribute.startsWith('customer.groups.'),
  )

/** The cart with these groups; the same cart if it has them already, or they are not known. */
export function withGroups<C extends CartRecord>(cart: C, known: BuyerGroups | undefined): C {
  const { customer } = cart
  if (!customer || customer.id !== known?.customer_id || isDeepStrictEqual(customer.groups, known.groups)) return cart
  return { ...cart, customer: { ...customer, groups: known.groups } }
}
