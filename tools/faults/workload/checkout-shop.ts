import { randomBytes } from 'node:crypto'
import { ids } from '../../seed/ids.ts'
import { callersOf, type Preparing, post, prepare } from './callers.ts'

/** The goods of a run that completes carts, and what they can be paid with. */
export interface CheckoutShop {
  /** A seller's, of which there is less than is asked for. */
  scarce_variant_id: string
  inventory_item_id: string
  /** The marketplace's, which is not shipped: with both each cart becomes two orders. */
  other_variant_id: string
  promotion_code: string
}

interface CheckoutShopOptions {
  /** Units of the scarce variant. */
  stock: number
  /** Orders that may use the promotion. */
  limit: number
}

/** Goods, stock and a limited promotion, made over HTTP. */
export async function makeCheckoutShop(preparing: Preparing, { stock, limit }: CheckoutShopOptions): Promise<CheckoutShop> {
  const { dev } = preparing.instance
  const { admin } = callersOf(preparing.instance)
  const run = randomBytes(4).toString('hex')
  const productOf = (title: string, amount: number, manage_inventory: boolean) => ({
    title: `${title} ${run}`,
    options: [{ title: 'Size', values: ['one'] }],
    variants: [{ title: 'one', options: { Size: 'one' }, manage_inventory, prices: [{ currency_code: 'eur', amount }] }],
  })
  const sold = { status: 'published', sales_channels: [{ id: dev.sales_channel_id }] }

  const proposed = await post<Created>(
    preparing,
    'seller',
    '/vendor/products',
    {
      ...productOf('Scarce', 25, true),
      shipping_profile_id: ids.shipping_profile,
    },
    201,
  )
  await post(preparing, 'admin', `/admin/products/${proposed.product.id}`, sold)
  const { product: other } = await post<Created>(preparing, 'admin', '/admin/products', {
    ...productOf('Plenty', 3, false),
    ...sold,
  })
  const [scarce] = proposed.product.variants
  const linked = await prepare<Linked>(preparing, {
    ...{ operation: 'pricing.list-variants', method: 'GET', expected: 200, headers: admin },
    path: `/admin/product-variants?id=${scarce!.id}&fields=id,*inventory_items`,
  })
  const { inventory_item_id } = linked.body.variants[0]!.inventory_items[0]!
  await post(preparing, 'admin', `/admin/inventory-items/${inventory_item_id}/location-levels`, {
    location_id: ids.stock_location,
    stocked_quantity: stock,
  })
  const promotion_code = `FAULTS-${run}`
  await post(preparing, 'admin', '/admin/promotions', {
    ...{ code: promotion_code, type: 'standard', status: 'active', is_automatic: false, limit },
    application_method: {
      ...{ type: 'fixed', value: 5, currency_code: 'eur' },
      ...{ target_type: 'items', allocation: 'each', max_quantity: 1 },
    },
  })
  return { scarce_variant_id: scarce!.id, inventory_item_id, other_variant_id: other.variants[0]!.id, promotion_code }
}

interface Created {
  product: { id: string; variants: { id: string }[] }
}
interface Linked {
  variants: { inventory_items: { inventory_item_id: string }[] }[]
}
