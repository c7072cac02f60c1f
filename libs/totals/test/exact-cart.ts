import type { CartInput } from '../src/exact-cart.ts'
import { minus, over, plus, type Rational, rational, times, total } from './rational.ts'

type Cart = Required<Pick<CartInput, 'items' | 'shipping_methods' | 'credit_lines'>>
type Line = NonNullable<Cart['items']>[number]

const HUNDRED = rational(100)
const ONE = rational(1)

/** The total of a cart in fractions, straight from the definitions. */
export function exactCart(cart: Cart) {
  const items = (cart.items ?? []).map(exactLine)
  const shipping = (cart.shipping_methods ?? []).map((method) => exactLine({ ...method, unit_price: method.amount, quantity: 1 }))
  const both = [...items, ...shipping]
  const credit = total((cart.credit_lines ?? []).map(({ amount }) => rational(amount)))

  return {
    subtotal: total(both.map(({ subtotal }) => subtotal)),
    tax_total: total(both.map(({ tax_total }) => tax_total)),
    discount_subtotal: total(both.map(({ discount_subtotal }) => discount_subtotal)),
    discount_tax_total: total(both.map(({ discount_tax_total }) => discount_tax_total)),
    discount_total: total(both.map(({ discount_subtotal, discount_tax_total }) => plus(discount_subtotal, discount_tax_total))),
    original_tax_total: total(both.map(({ original_tax_total }) => original_tax_total)),
    original_total: total(both.map(({ original_total }) => original_total)),
    item_total: total(items.map((line) => line.total)),
    shipping_total: total(shipping.map((line) => line.total)),
    total: minus(total(both.map((line) => line.total)), credit),
  }
}

function exactLine({ unit_price, quantity, is_tax_inclusive, tax_lines, adjustments }: Line) {
  const rate = over(total((tax_lines ?? []).map((taxLine) => rational(taxLine.rate))), HUNDRED)
  const withoutTax = (amount: Rational) => over(amount, plus(ONE, rate))

  const price = times(rational(unit_price), rational(quantity))
  const subtotal = is_tax_inclusive ? withoutTax(price) : price
  const discounts = (adjustments ?? []).map(({ amount, is_tax_inclusive }) =>
    is_tax_inclusive ? withoutTax(rational(amount)) : rational(amount),
  )
  // A line without units gets no discount.
  const discount_subtotal = total(quantity === 0 ? [] : discounts)
  const discounted = minus(subtotal, discount_subtotal)

  return {
    subtotal,
    discount_subtotal,
    discount_tax_total: times(discount_subtotal, rate),
    tax_total: times(discounted, rate),
    total: plus(discounted, times(discounted, rate)),
    original_tax_total: times(subtotal, rate),
    original_total: plus(subtotal, times(subtotal, rate)),
  }
}
