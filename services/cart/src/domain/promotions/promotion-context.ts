import { type CartTotals, cartTotals, type PromotionLine } from '@souk/totals'
import type { CartLine, CartRecord } from '../carts/cart.ts'
import { sellerOf } from '../line-items/line-sellers.ts'
import { optionOf } from '../shipping-methods/chosen-options.ts'

/** A cart or an order as promotions and their rules see it: without any promotion, so that none invalidates its own rule. */
export interface PromotionContext extends Content {
  /** Everything that rules of a promotion may name, by path. */
  cart: object
  /** The same for promotions of one seller: only lines of its own goods, with their totals, and no shipping. */
  cartOf: (seller_id: string) => object
}

interface Content {
  items: readonly (PromotionLine & { is_discountable: boolean; seller_id: string | null })[]
  shipping_methods: readonly PromotionLine[]
}

/** Everything is computed lazily. */
export function promotionContext(cart: CartRecord): PromotionContext {
  const { id, email, currency_code, region_id, region, sales_channel_id, locale, customer_id, shipping_address, metadata } = cart
  const facts = {
    id,
    email,
    currency_code,
    region_id,
    region,
    sales_channel_id,
    locale,
    customer_id,
    shipping_address,
    metadata,
    customer: seenCustomer(cart),
  }
  return contextOf(facts, (seller_id) => {
    const { totals, items, shipping_methods } = cartTotals(
      withoutAdjustments(seller_id === null ? cart : goodsOf(cart, seller_id)),
    )
    const methods = shipping_methods.map((method) => ({ ...method, shipping_option: optionOf(cart, method.shipping_option_id) }))
    return { totals, items: items.map((line) => seenLine(line, sellerOf(cart, line))), shipping_methods: methods }
  })
}

type Value = Content & { totals: CartTotals }

/**
 * The context for these facts.
 * @param contentOf the lines and methods without promotions, and their totals: all of them (null), or the goods of one seller
 */
export function contextOf(facts: object, contentOf: (seller_id: string | null) => Value): PromotionContext {
  const bare = lazy(() => contentOf(null))
  const ofSellers = new Map<string, object>()
  return {
    cart: seenCart(facts, bare),
    cartOf(seller_id) {
      const seen =
        ofSellers.get(seller_id) ??
        seenCart(
          facts,
          lazy(() => contentOf(seller_id)),
        )
      ofSellers.set(seller_id, seen)
      return seen
    },
    get items() {
      return bare().items
    },
    get shipping_methods() {
      return bare().shipping_methods
    },
  }
}

function seenCart(facts: object, bare: () => Value): object {
  return {
    ...facts,
    get items() {
      return bare().items
    },
    get shipping_methods() {
      return bare().shipping_methods
    },
    get total() {
      return bare().totals.total
    },
    get subtotal() {
      return bare().totals.subtotal
    },
    get item_total() {
      return bare().totals.item_total
    },
    get item_subtotal() {
      return bare().totals.item_subtotal
    },
    get original_item_total() {
      return bare().totals.original_item_total
    },
    get original_item_subtotal() {
      return bare().totals.original_item_subtotal
    },
    get shipping_subtotal() {
      return bare().totals.shipping_subtotal
    },
  }
}

const goodsOf = (cart: CartRecord, seller_id: string): CartRecord => ({
  ...cart,
  items: cart.items.filter((line) => sellerOf(cart, line) === seller_id),
  shipping_methods: [],
})

/**
 * Without credit, which does not change the price. Lines without adjustments stay the same objects, so their cached totals are
 * used.
 */
const withoutAdjustments = (cart: CartRecord) => ({
  ...cart,
  items: cart.items.map(bareLine),
  shipping_methods: cart.shipping_methods.map(bareLine),
  credit_lines: [],
})

const bareLine = <L extends { adjustments: readonly unknown[] }>(line: L): L =>
  line.adjustments.length === 0 ? line : { ...line, adjustments: [] }

/** A guest has not proved to own the e-mail address, so only customers with an account have groups. */
const seenCustomer = ({ customer }: CartRecord) =>
  customer && { ...customer, groups: customer.has_account ? customer.groups : [] }

const seenLine = <L extends CartLine>(line: L, seller_id: string | null) => ({
  ...line,
  seller_id,
  get product() {
    return line.product?.value ?? null
  },
  get variant() {
    return line.variant && { ...line.variant.value, product: line.product?.value ?? null }
  },
})

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
