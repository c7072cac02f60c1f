export { cartPromotionAmounts, type EligiblePromotion } from './cart-promotion-amounts.ts'
export { type CartTotals, cartTotals } from './cart-totals.ts'
export { covers, exceeds, roundToMinorUnits } from './currency.ts'
export { type Amount, decimalText, exactSum, numberWithin } from './decimal.ts'
export type { CreditLine } from './exact-cart.ts'
export type { Adjustment } from './exact-line.ts'
export { minus, plus, times } from './exact-number.ts'
export type { LifecycleTotals } from './lifecycle-totals.ts'
export {
  type LineItemTotals,
  lineItemTotals,
  type ShippingMethodTotals,
  shippingMethodTotals,
  type Totals,
} from './line-item-totals.ts'
export { orderSetTotals } from './order-set-totals.ts'
export { exactTotal, type OrderSummary, orderSummary, orderTotals, type Transaction } from './order-totals.ts'
export { perObject } from './per-object.ts'
export { percentageShare } from './percentage-share.ts'
export { type PromotionAmount, type PromotionLine, type PromotionRule, promotionAmounts } from './promotion-amounts.ts'
export { type GiftCardCredit, spreadGiftCards } from './spread-gift-cards.ts'
export { spreadInProportion } from './spread-in-proportion.ts'
export type { PromotionBudget } from './taken.ts'
