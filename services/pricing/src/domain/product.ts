import type { CalculatedPrice, Product, SalesChannel, Variant } from '@souk/contracts'
import { basePrices, type PriceRecord, shownPrice } from './price.ts'

/** A product as it is kept, with its variants inside. */
export type ProductRecord = Omit<Product, 'variants' | 'sales_channels'> & {
  variants: VariantRecord[]
  sales_channel_ids: string[]
  /** Null for the marketplace's own products. */
  seller_id: string | null
}

/** What a variant costs is kept apart, under its price set. */
export type VariantRecord = Omit<Variant, 'product' | 'calculated_price' | 'prices' | 'inventory_quantity'> & {
  price_set_id: string
}

/** A variant with the product that holds it. */
export interface Sellable {
  product: ProductRecord
  variant: VariantRecord
}

/** The product as a line shows it: without its variants, since the line has its own beside it. */
export function productSnapshot(product: ProductRecord, channels: readonly SalesChannel[]): Product {
  const { variants: _variants, sales_channel_ids, seller_id: _seller, ...shown } = product
  return { ...shown, variants: [], sales_channels: channels.filter(({ id }) => sales_channel_ids.includes(id)) }
}

/** The product by itself: with all its living variants, outside of any pricing context. */
export function wholeProduct(
  product: ProductRecord,
  channels: readonly SalesChannel[],
  pricesOf: (variant_id: string) => readonly PriceRecord[],
): Product {
  const living = product.variants.filter(({ deleted_at }) => deleted_at === null)
  return {
    ...productSnapshot(product, channels),
    variants: living.map((variant) => variantSnapshot(variant, pricesOf(variant.id), null)),
  }
}

/** The variant as a line shows it: with what it costs there (null outside of a pricing context) and its base prices. */
export function variantSnapshot(
  variant: VariantRecord,
  prices: readonly PriceRecord[],
  calculated_price: CalculatedPrice | null,
): Variant {
  const { price_set_id: _set, ...shown } = variant
  return { ...shown, product: null, calculated_price, prices: basePrices(prices).map(shownPrice) }
}
