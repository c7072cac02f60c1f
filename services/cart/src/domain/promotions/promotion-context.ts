import { cartTotals, type PromotionLine } from '@souk/totals'
import type { CartLine, CartRecord } from '../carts/cart.ts'
import { sellerOf } from '../line-items/line-sellers.ts'
import { optionOf } from '../shipping-methods/chosen-options.ts'

/** A cart as promotions and their rules see it: as it is without any promotion, so that none undoes its own rule. */
export interface PromotionContext {
  /** All that the rules of a promotion name, by path. */
  cart: object
  items: readonly (PromotionLine & { is_discountable: boolean; seller_id: string | null })[]
  shipping_methods: readonly PromotionLine[]
}

/** Nothing of it is computed before it is looked at. */
export function promotionContext(cart: CartRecord): PromotionContext {
  const bare = lazy(() => cartTotals(withoutAdjustments(cart)))
  const items = lazy(() => bare().items.map((line) => seenLine(line, sellerOf(cart, line))))
  const shipping_methods = lazy(() =>
    bare().shipping_methods.map((method) => ({ ...method, shipping_option: optionOf(cart, method.shipping_option_id) })),
  )
  const total = lazy(() => bare().totals)
  const { id, email, currency_code, region_id, region, sales_channel_id, locale, customer_id, shipping_address, metadata } = cart
  const seen = {
    ...{ id, email, currency_code, region_id, region, sales_channel_id, locale, customer_id, shipping_address, metadata },
    customer: seenCustomer(cart),
    get items() {
      return items()
    },
    get shipping_methods() {
      return shipping_methods()
    },
    get total() {
      return total().total
    },
    get subtotal() {
      return total().subtotal
    },
    get item_total() {
      return total().item_total
    },
    get item_subtotal() {
      return total().item_subtotal
    },
    get original_item_total() {
      return total().original_item_total
    },
    get original_item_subtotal() {
      return total().original_item_subtotal
    },
    get shipping_subtotal() {
      return total().shipping_subtotal
    },
  }
  return {
    cart: seen,
    get items() {
      return items()
    },
    get shipping_methods() {
      return shipping_methods()
    },
  }
}

/** Credit pays for a cart, whatever it costs. Lines without adjustments stay the same objects: their totals are known. */
const withoutAdjustments = (cart: CartRecord) => ({
  ...cart,
  items: cart.items.map(bareLine),
  shipping_methods: cart.shipping_methods.map(bareLine),
  credit_lines: [],
})

const bareLine = <L extends { adjustments: readonly unknown[] }>(line: L): L =>
  line.adjustments.length === 0 ? line : { ...line, adjustments: [] }

/** A guest has not proved to be the owner of the e-mail: groups are of customers with an account. */
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
