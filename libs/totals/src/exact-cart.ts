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
  /** Determines the smallest unit, within which credit counts as none; absent: two decimal places. */
  currency_code?: string | null | undefined
  /** `automatic_taxes` is the default of `is_tax_inclusive` for lines and methods without it. */
  region?: { automatic_taxes?: boolean | null | undefined } | null | undefined
}

/** A cart's exact amounts, before conversion to numbers. */
export interface ExactCart {
  lineItems: readonly ExactLineItem[]
  items: ExactTotals
  shipping: ExactTotals
  /** Items and shipping together, before credit is deducted. */
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

/** Credit within the currency's smallest unit is a rounding remainder, and counts as none. */
function totalCredit({ credit_lines, currency_code }: CartInput): Decimal {
  const credit = sumAmounts(credit_lines)
  return isTooLittle(credit, currency_code) ? ZERO : credit
}
