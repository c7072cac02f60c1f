export { cartPromotionAmounts, type EligiblePromotion } from './cart-promotion-amounts.ts'
export {
  type CartTotals,
  type CompleteCart,
  cartTotals,
  type ItemSums,
  type PartialCartTotals,
  type ShippingSums,
  type WithTotals,
} from './cart-totals.ts'
export { covers, exceeds, roundToMinorUnits } from './currency.ts'
export { type Amount, decimalText, exactSum, numberWithin } from './decimal.ts'
export type { CartInput, CreditLine } from './exact-cart.ts'
export type { Adjustment, TaxLine } from './exact-line.ts'
export { minus, plus, times } from './exact-number.ts'
export type { LifecycleTotals, LineDetail, RefundableTotals } from './lifecycle-totals.ts'
export {
  type LineItemTotals,
  lineItemTotals,
  type PricedLine,
  type PricedShippingMethod,
  type ShippingMethodTotals,
  shippingMethodTotals,
  type Totals,
} from './line-item-totals.ts'
export { type OrderSetTotals, orderSetTotals } from './order-set-totals.ts'
export {
  exactTotal,
  type OrderSummary,
  orderSummary,
  orderTotals,
  type PendingSummary,
  type Transaction,
  type WithOrderTotals,
} from './order-totals.ts'
export { perObject } from './per-object.ts'
export { percentageShare } from './percentage-share.ts'
export { type PromotionAmount, type PromotionLine, type PromotionRule, promotionAmounts } from './promotion-amounts.ts'
export { type GiftCardBalance, type GiftCardCredit, spreadGiftCards } from './spread-gift-cards.ts'
export { spreadInProportion } from './spread-in-proportion.ts'
export type { PromotionBudget } from './taken.ts'
