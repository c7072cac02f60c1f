import { type Actor, type Category, unauthorized } from '@souk/contracts'
import type { ProductRecord } from './product-record.ts'

/** The part of a filter that excludes products that the caller may not see. */
export type VisibleProducts =
  | Record<string, never>
  | { seller_id: string }
  | { status: 'published' }
  | { status: 'published'; sales_channel_ids: { $in: string[] } }

export interface VisibleCatalogue {
  products: VisibleProducts
  /** Whether internal and inactive categories are hidden. */
  onlyPublicCategories: boolean
}

/**
 * The part of the catalogue that an actor sees: storefronts see the products published in their channels, or all published ones
 * if their key names no channel, sellers their own, and administrators all.
 * @param living those of the storefront's channels that count: with none of its channels left, it sees no products
 * @throws unauthorized for any other actor
 */
export function visibleTo(actor: Actor, living?: readonly string[]): VisibleCatalogue {
  switch (actor.type) {
    case 'user':
    case 'secret-key':
      return { products: {}, onlyPublicCategories: false }
    case 'member':
      return { products: { seller_id: actor.seller_id }, onlyPublicCategories: true }
    case 'storefront':
      return { products: publishedIn(actor.sales_channel_ids, living), onlyPublicCategories: true }
    default:
      throw unauthorized()
  }
}

const publishedIn = (named: readonly string[], living = named): VisibleProducts =>
  named.length === 0 ? { status: 'published' } : { status: 'published', sales_channel_ids: { $in: [...living] } }

/** Whether it is the view of a storefront. */
export const isShopper = ({ products }: VisibleCatalogue): boolean => 'status' in products

/** Whether the filter matches the product. */
export const isSeen = (
  { status, seller_id, sales_channel_ids }: Pick<ProductRecord, 'status' | 'seller_id' | 'sales_channel_ids'>,
  visible: VisibleProducts,
): boolean => {
  if ('seller_id' in visible) return seller_id === visible.seller_id
  if (!('status' in visible)) return true
  if (status !== visible.status) return false
  return !('sales_channel_ids' in visible) || sales_channel_ids.some((id) => visible.sales_channel_ids.$in.includes(id))
}

/** Whether the category may be shown; deleted ones never are. */
export const isVisible = (
  { is_active, is_internal, deleted_at }: Pick<Category, 'is_active' | 'is_internal' | 'deleted_at'>,
  { onlyPublicCategories }: VisibleCatalogue,
): boolean => deleted_at === null && (!onlyPublicCategories || (is_active && !is_internal))
