import type {
  AttributeValue,
  Category,
  Collection,
  OptionValue,
  Product,
  ProductOption,
  ProductType,
  Tag,
  Variant,
} from '@souk/contracts'

/** A product as it is kept, with its variants inside. Records that other products share are named by id. */
export type ProductRecord = Omit<
  Product,
  | 'variants'
  | 'sales_channels'
  | 'type'
  | 'collection'
  | 'tags'
  | 'categories'
  | 'options'
  | 'shipping_profile'
  | 'attribute_values'
> & {
  variants: VariantRecord[]
  /** The codes that no other living variant of the shop may have: `sku:A-1`. */
  variant_codes: string[]
  options: ProductOptionLink[]
  tag_ids: string[]
  category_ids: string[]
  sales_channel_ids: string[]
  shipping_profile_id: string | null
  /** Absent: none. */
  attribute_values?: readonly AttributeValueRecord[]
  /** Null for the marketplace's own products. */
  seller_id: string | null
  /** Where some of its variants were left out, and never kept: the images that these and the others have for themselves. */
  images_of_variants?: readonly string[]
  /** Changes of its base prices that are being written: these are kept apart, and follow the product. Never shown. */
  repricing?: readonly Repricing[]
  /** Variants that it has no more, while their prices and inventory items may still be there. Never shown. */
  leaving?: readonly LeavingVariant[]
  /** Epoch ms of its deletion, or of the last try, while prices, inventory items and options of it may be there. Never shown. */
  left_at?: number
}

export type AttributeValueRecord = Omit<AttributeValue, 'attribute' | 'deleted_at'>

/** A variant that has left its product, with the inventory items that it took. */
export type LeavingVariant = Pick<VariantRecord, 'id'> & { inventory_item_ids: readonly string[] }

interface Repricing {
  op: string
  /** Epoch ms from when on nobody writes these prices any more. */
  until: number
}

/** An option that a product has. */
export interface ProductOptionLink {
  id: string
  /** The option's values that the product has; null: all. */
  value_ids: string[] | null
}

/** The prices of a variant are kept apart, under its price set. */
export type VariantRecord = Omit<Variant, 'product' | 'calculated_price' | 'prices' | 'inventory_quantity' | 'options'> & {
  option_value_ids: string[]
  price_set_id: string
}

/** A variant with the product that holds it. */
export interface Sellable {
  product: ProductRecord
  variant: VariantRecord
}

export type ProductTypeRecord = Omit<ProductType, 'products' | 'external_id'> & { external_id: string | null }
export type ProductTagRecord = Omit<Tag, 'products' | 'external_id'> & { external_id: string | null }
export type CollectionRecord = Omit<Collection, 'products' | 'external_id'> & { external_id: string | null }

export type OptionValueRecord = Omit<OptionValue, 'option' | 'option_id' | 'deleted_at'>
/** An option with its values, in the order in which they were made. */
export type ProductOptionRecord = Omit<ProductOption, 'values' | 'product_id' | 'is_exclusive'> & {
  /** For one product alone. */
  is_exclusive: boolean
  values: OptionValueRecord[]
}

export type CategoryRecord = Omit<
  Category,
  'parent_category' | 'category_children' | 'products' | 'external_id' | 'rank' | 'deleted_at'
> & {
  external_id: string | null
  /** Its place among its siblings, from 0 on, without gaps. */
  rank: number
  /** Rises with each change of it. */
  revision: number
}
