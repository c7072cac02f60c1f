import { exactSum, roundToMinorUnits } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aCard, aPayableCart, aPaymentCollection, aQuotedLine } from '../../../test/builders.ts'
import type { CartRecord } from '../carts/cart.ts'
import { ordersOf, stockLinesOf } from './split-orders.ts'

const AT = '2026-05-06T07:08:09.000Z'
const idsOf = (...parts: string[]) => {
  let n = 0
  return (prefix: string) => `${prefix}_${parts.join('-')}_${++n}`
}
const owned = (id: string, seller_id: string | null) => ({ id, seller_id, shipping_profile_id: null })
const VARIANTS = ['variant_a', 'variant_b', 'variant_c']

/** A cart with a line for each seller at these prices, and a shipping method of 10 euros. */
function aCartOf(sellers: (string | null)[], prices: number[], { parcel = null as string | null, credit = 0 } = {}) {
  const lines = prices.map(() => aQuotedLine())
  const lines_with = prices.map((unit_price, n) => ({ variant_id: VARIANTS[n]!, unit_price }))
  const cards = credit > 0 ? [aCard({ value: credit })] : []
  const cart = aPayableCart({ lines }, { cards, lines_with })
  const facts = {
    sales_channel: null,
    variants: sellers.map((seller_id, n) => owned(VARIANTS[n]!, seller_id)),
    shipping_options: [owned(ids.shipping_option, parcel)],
  }
  return { cart, placing: ordersOf(cart, { at: AT, facts }, idsOf) }
}
/** The payment amounts of orders at these prices, whose cart asks for the sum. */
function paymentsOf(sellers: string[], prices: number[], currency_code: string): (number | null)[] {
  const { cart } = aCartOf(sellers, prices)
  const of = { ...cart, currency_code, shipping_methods: [], items: prices.map((unit_price, n) => lineOf(cart, unit_price, n)) }
  const amount = roundToMinorUnits(exactSum(prices), currency_code)
  const facts = { sales_channel: null, variants: sellers.map((seller, n) => owned(`variant_${n}`, seller)), shipping_options: [] }
  const placing = ordersOf({ ...of, payment_collection: aPaymentCollection({ amount }) }, { at: AT, facts }, idsOf)
  return placing.orders.map(({ payment_collection }) => payment_collection?.amount ?? null)
}
const lineOf = ({ items }: CartRecord, unit_price: number, n: number) => ({
  ...items[0]!,
  id: `cali_${n}`,
  variant_id: `variant_${n}`,
  unit_price,
  tax_lines: [],
})
const totals = ({ orders }: ReturnType<typeof ordersOf>) =>
  orders.map(({ seller_id, items, shipping_methods, credit_lines, payment_collection }) => ({
    seller_id,
    items: items.map(({ unit_price }) => unit_price),
    parcels: shipping_methods.length,
    credit: credit_lines.map(({ amount }) => amount),
    due: payment_collection?.amount ?? null,
  }))

describe('the orders of a cart', () => {
  it('are a single one with everything, when all goods are of one seller', () => {
    const { cart, placing } = aCartOf(['sel_a', 'sel_a'], [20, 30], { credit: 15 })
    expect(totals(placing)).toEqual([{ seller_id: 'sel_a', items: [20, 30], parcels: 1, credit: [15], due: 45 }])
    expect(placing.orders[0]!.payment_collection).toBe(cart.payment_collection)
    expect(placing).toMatchObject({ cart_id: cart.id, placed_at: AT, email: cart.email, currency_code: 'eur' })
  })

  it('are one per seller by id, the marketplace last, each with its own shipping; other shipping goes to the first', () => {
    const sellers = ['sel_b', null, 'sel_a']
    expect(totals(aCartOf(sellers, [20, 30, 40], { parcel: 'sel_b' }).placing)).toEqual([
      { seller_id: 'sel_a', items: [40], parcels: 0, credit: [], due: 40 },
      { seller_id: 'sel_b', items: [20], parcels: 1, credit: [], due: 30 },
      { seller_id: null, items: [30], parcels: 0, credit: [], due: 30 },
    ])
    expect(totals(aCartOf(['sel_b', 'sel_a'], [20, 30], { parcel: 'sel_gone' }).placing).map(({ parcels }) => parcels)).toEqual([
      1, 0,
    ])
  })

  it.each([
    { prices: [20, 20], credit: 25, shares: [[15], [10]], due: [15, 10] },
    { prices: [20, 60], credit: 90, shares: [[30], [60]], due: [null, null] },
    { prices: [23.33, 0], credit: 10, shares: [[10], []], due: [23.33, 0] },
  ])('share a credit of $credit by their totals $prices', ({ prices, credit, shares, due }) => {
    const { placing } = aCartOf(['sel_a', 'sel_b'], prices, { credit })
    const shown = totals(placing)
    expect(shown.map((order) => order.credit)).toEqual(shares)
    expect(shown.map((order) => order.due)).toEqual(due)
  })

  it('together ask for what the cart asks for, despite rounding', () => {
    const { cart, placing } = aCartOf(['sel_a', 'sel_b', 'sel_c'], [0.335, 0.335, 0.335], { credit: 1 })
    const due = totals(placing).reduce((sum, order) => sum + (order.due ?? 0), 0)
    expect(due).toBeCloseTo(cart.payment_collection!.amount, 10)
    const payments = placing.orders.flatMap(({ payment_collection }) => payment_collection ?? [])
    expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length)
    expect(
      payments
        .flatMap(({ payment_sessions }) => payment_sessions)
        .every(({ id, payment_collection_id }) => id !== payment_collection_id),
    ).toBe(true)
  })

  it.each([
    ['jpy', [115.5, 115.5, 115.5, 115.5, 0.6], [116, 115, 116, 115, 1]],
    ['jpy', [0.4, 0.4, 0.4], [0, 1, 0]],
    ['eur', [0.335, 0.335, 0.335], [0.34, 0.33, 0.34]],
  ])('together pay, in %s for prices %s, what the cart asks for', (currency_code, prices, due) => {
    const sellers = prices.map((_, n) => `sel_${n}`)
    expect(paymentsOf(sellers, prices, currency_code)).toEqual(due)
  })

  it('have nothing to pay, each by a payment collection of its own, if credit pays for all of the cart', () => {
    const { cart } = aCartOf(['sel_a', 'sel_b'], [20, 60], { credit: 90 })
    const facts = {
      sales_channel: null,
      variants: [owned('variant_a', 'sel_a'), owned('variant_b', 'sel_b')],
      shipping_options: [],
    }
    const whole = aPaymentCollection({ amount: 0, payment_sessions: [] })
    const placed = () => ordersOf({ ...cart, payment_collection: whole }, { at: AT, facts }, idsOf).orders
    const [first, second] = placed().map(({ payment_collection }) => payment_collection)
    expect(first).toBe(whole)
    expect(second).toEqual({
      ...{ ...whole, id: `pay_col_payment-${cart.id}-sel_b_1`, payment_providers: [] },
      ...{ created_at: AT, updated_at: AT },
    })
    expect(placed()[1]!.payment_collection).toEqual(second)
    const unasked = ordersOf({ ...cart, payment_collection: null }, { at: AT, facts }, idsOf)
    expect(unasked.orders.map(({ payment_collection }) => payment_collection)).toEqual([null, null])
  })

  it('share neither the payment nor its sessions with an order that has nothing to pay', () => {
    const { cart, placing } = aCartOf(['sel_a', 'sel_b'], [0, 23.33], { parcel: 'sel_b' })
    const [free, paid] = placing.orders.map(({ payment_collection }) => payment_collection!)
    expect(free).toMatchObject({ amount: 0, status: 'not_paid', payments: [], payment_sessions: [], authorized_amount: null })
    expect(paid!.payment_sessions).toHaveLength(1)
    expect(paid!.id).toBe(cart.payment_collection!.id)
  })

  it('never pay more or less in total than the cart, and never a negative amount', () => {
    const price = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000)
    const of = fc.tuple(fc.constantFrom('eur', 'jpy', 'kwd'), fc.array(price, { minLength: 2, maxLength: 6 }))
    const property = fc.property(of, ([currency_code, prices]) => {
      const whole = roundToMinorUnits(exactSum(prices), currency_code)
      const paid = paymentsOf(
        prices.map((_, n) => `sel_${n}`),
        prices,
        currency_code,
      ).map((one) => one ?? 0)
      expect(Number(exactSum(paid))).toBe(whole)
      expect(paid.every((one) => one >= 0)).toBe(true)
    })
    fc.assert(property)
  })

  it('take stock only for lines that have a variant', () => {
    const { cart } = aCartOf(['sel_a', 'sel_a'], [20, 30])
    const items = [cart.items[0]!, { ...cart.items[1]!, variant_id: null }]
    const facts = { sales_channel: null, variants: [owned('variant_a', 'sel_a')], shipping_options: [] }
    const sold = { ...cart, items } as CartRecord
    const [order] = ordersOf(sold, { at: AT, facts }, idsOf).orders
    expect(stockLinesOf(sold, { facts }, idsOf)).toEqual([
      { order_id: order!.id, line_item_id: order!.items[0]!.id, variant_id: 'variant_a', quantity: 1 },
    ])
  })
})
