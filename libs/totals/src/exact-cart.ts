import { isTooLittle } from './currency.ts'
import { type Amount, type Decimal, subtract, sumAmounts, ZERO } from './decimal.ts'
import { type ExactTotals, sumTotals } from './exact-line.ts'
import {
  type ExactLineItem,
  exactLineItem,
  exactShippingMethod,
  type PricedLine,
  type PricedShippingMethod,
} from './line-item-totals.ts'
import { perLine } from './per-line.ts'

export interface CreditLine {
  amount: Amount
  /** The credit's origin, for example `gift-card`. */
  reference?: string | null | undefined
}

export interface CartInput<Item = PricedLine, Method = PricedShippingMethod> {
  items?: readonly Item[] | null | undefined
  shipping_methods?: readonly Method[] | null | undefined
  credit_lines?: readonly CreditLine[] | null | undefined
  /** Decides how little credit counts as none; two decimal places when absent. */
  currency_code?: string | null | undefined
  /** Its `automatic_taxes` decides for lines that do not say whether their price contains tax. */
  region?: { automatic_taxes?: boolean | null | undefined } | null | undefined
}

/** A cart's money before it becomes numbers. */
export interface ExactCart {
  lineItems: readonly ExactLineItem[]
  items: ExactTotals
  shipping: ExactTotals
  /** Items and shipping; the credit is taken from its `total`. */
  both: ExactTotals
  credit: Decimal
  giftCards: Decimal
  /** The amount still to be paid. */
  total: Decimal
}

export const exactItem = perLine(exactLineItem)
export const exactMethod = perLine(exactShippingMethod)

export const isTaxInclusiveByDefault = ({ region }: CartInput): boolean => region?.automatic_taxes ?? false

export function exactCart(cart: CartInput): ExactCart {
  const taxInclusiveByDefault = isTaxInclusiveByDefault(cart)
  const lineItems = (cart.items ?? []).map((item) => exactItem(item, taxInclusiveByDefault))
  const shippingMethods = (cart.shipping_methods ?? []).map((method) => exactMethod(method, taxInclusiveByDefault))

  const items = sumTotals(lineItems.map(({ line }) => line))
  const shipping = sumTotals(shippingMethods)
  const both = sumTotals([items, shipping])
  const credit = totalCredit(cart)

  return {
    lineItems,
    items,
    shipping,
    both,
    credit,
    giftCards: sumAmounts(cart.credit_lines?.filter(({ reference }) => reference === 'gift-card')),
    total: subtract(both.total, credit),
  }
}

/** Credit within the smallest unit of the currency is left over from rounding elsewhere and counts as none. */
function totalCredit({ credit_lines, currency_code }: CartInput): Decimal {
  const credit = sumAmounts(credit_lines)
  return isTooLittle(credit, currency_code) ? ZERO : credit
}
