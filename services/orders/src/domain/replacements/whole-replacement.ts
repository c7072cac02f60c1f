import type { Claim, ClaimItem, Exchange, OrderShippingMethod } from '@souk/contracts'
import { ofVersion } from '../orders/of-version.ts'
import { wholeItems } from '../returns/whole-return.ts'

/** A claim as answers show it, with fields that claims from older versions lack. */
export const wholeClaim = (kept: Claim): Claim => ({
  ...kept,
  shipping_methods: kept.shipping_methods.map(wholeMethod),
  claim_items: kept.claim_items.map((item) => wholeClaimItem(item, false)),
  additional_items: kept.additional_items.map((item) => wholeClaimItem(item, true)),
})

/** The same for an exchange. */
export const wholeExchange = (kept: Exchange): Exchange => ({
  ...kept,
  shipping_methods: kept.shipping_methods.map(wholeMethod),
  return_items: wholeItems(kept.return_items, kept.updated_at),
  additional_items: kept.additional_items.map((item) => ({ ...item, note: item.note ?? null })),
})

const wholeClaimItem = (item: ClaimItem, is_additional_item: boolean): ClaimItem => ({
  ...item,
  is_additional_item,
  note: item.note ?? null,
})

const wholeMethod = (method: OrderShippingMethod) => ofVersion(method, method.detail.version)
