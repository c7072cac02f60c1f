import type {
  AttributeValue,
  Category,
  Collection,
  OptionValue,
  Product,
  ProductOption,
  ProductType,
  ProposalOutcome,
  Tag,
  Variant,
} from '@souk/contracts'

/** A product as stored, including its variants. Records that products share are referred to by id. */
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
  /** Set once a seller's product has been proposed. Never shown. */
  proposal?: ProposalRecord
  /**
   * Only set if some of its variants were left out, and never stored: the ids of the images that single variants have for
   * themselves.
   */
  images_of_variants?: readonly string[]
  /**
   * Changes of its base prices that are being written, or were not written completely: these are stored separately, after the
   * product. Never shown.
   */
  repricing?: readonly Repricing[]
  /** Former variants whose prices and inventory items may still exist. Never shown. */
  leaving?: readonly LeavingVariant[]
  /** Former options that may still exist although they belonged to this product alone. Never shown. */
  leaving_option_ids?: readonly string[]
  /**
   * Epoch ms of its deletion, or of the last cleanup attempt, while prices, inventory items or options of it may exist. Never
   * shown.
   */
  left_at?: number
}

export type AttributeValueRecord = Omit<AttributeValue, 'attribute' | 'deleted_at'>

/** A variant that was removed from its product, with the inventory items that it used. */
export type LeavingVariant = Pick<VariantRecord, 'id'> & { inventory_item_ids: readonly string[] }

/** The latest proposal of a seller's product, for an administrator to review. */
interface ProposalRecord {
  /** The request that `sellers` creates for it. A proposal that follows a review gets a new one. */
  request_id: string
  /** The member who proposed it; null if unknown, as for imports. */
  submitter_id: string | null
  /** Null until it is reviewed, through the request or otherwise. */
  outcome: ProposalOutcome | null
}

export interface Repricing {
  op: string
  /** Epoch ms after which these prices are no longer written, unless the request is repeated. */
  until: number
  /** The variants whose prices no later request has replaced. Absent if an older replica wrote it: all. */
  variant_ids?: readonly string[]
}

/** An option that a product has. */
export interface ProductOptionLink {
  id: string
  /** The option's values that the product has; null, in records of earlier versions: all, also later ones. */
  value_ids: string[] | null
}

/** The prices of a variant are stored separately, under its price set. */
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
/** An option with its values, in the order of their creation. */
export type ProductOptionRecord = Omit<ProductOption, 'values' | 'product_id' | 'is_exclusive'> & {
  /** Whether it belongs to a single product. */
  is_exclusive: boolean
  values: OptionValueRecord[]
}

export type CategoryRecord = Omit<
  Category,
  'parent_category' | 'category_children' | 'products' | 'external_id' | 'rank' | 'deleted_at'
> & {
  external_id: string | null
  /** Its position among its siblings, from 0, without gaps. */
  rank: number
  /** Rises with each of its changes. */
  revision: number
}
