import { FORBIDDEN_NAMES } from '../fields/free-form.ts'
import type { QuotedLine } from './quotes.ts'

type Sold = Pick<QuotedLine, 'product' | 'variant'>

/** A snapshot of the catalogue's texts for a line of a cart or an order, which shows them even if the product changes. */
export function soldAs({ product, variant }: Sold) {
  return {
    title: product.title,
    subtitle: variant.title,
    thumbnail: variant.thumbnail ?? product.thumbnail,
    requires_shipping: product.shipping_profile !== null || variant.inventory_items.some(needsShipping),
    is_discountable: product.discountable,
    is_giftcard: product.is_giftcard,
    product_id: product.id,
    product_title: product.title,
    product_description: product.description,
    product_subtitle: product.subtitle,
    product_type: product.type?.value ?? null,
    product_type_id: product.type_id,
    product_collection: product.collection?.title ?? null,
    product_handle: product.handle,
    variant_id: variant.id,
    variant_sku: variant.sku,
    variant_barcode: variant.barcode,
    variant_title: variant.title,
    variant_option_values: optionValues({ product, variant }),
  }
}

const needsShipping = (item: Sold['variant']['inventory_items'][number]) => item.inventory?.requires_shipping === true

/** By title, which is arbitrary text: an option is left out if its title has a special meaning as a property of objects. */
function optionValues({ product, variant }: Sold): Record<string, string> {
  const titles = new Map(product.options.map(({ id, title }) => [id, title]))
  return Object.fromEntries(
    variant.options.flatMap(({ option_id, value }) => {
      const title = titles.get(option_id ?? '')
      return title === undefined || FORBIDDEN_NAMES.has(title) ? [] : [[title, value]]
    }),
  )
}
