import type { z } from 'zod'
import type { Choice } from '../fields/field-tree.ts'
import { Payment } from '../orders/payment.ts'
import { StorePayment } from '../orders/store-payment.ts'
import { Fulfillment } from '../orders/transaction.ts'
import type { ProductRelation } from './find-products.ts'
import { Inventory } from './inventory.ts'
import { Price } from './price-list.ts'
import { Category, Collection, Image, Product, ProductType, StoreProduct, StoreVariant, Tag, Variant } from './product.ts'
import { ProductOptionWithProducts } from './product-options.ts'
import { OptionValue } from './product-parts.ts'

type Shown = Readonly<Record<string, unknown>>

/** The nearest records, by kind, that contain the one whose field is filled in. */
export interface Around {
  product?: Shown | undefined
  /** Inside a line, whose product and variant are as they were when they were sold. */
  isSold?: boolean
  payment_collection?: Shown | undefined
}

/** The source of an asked field: a value at hand, or else the owner of products. */
export interface AskedField {
  relation?: ProductRelation
  /** The field of the record with the id to ask the owner for. */
  key: string
  list: boolean
  /** Only filled in inside a line: elsewhere the record contains it. */
  ofLine?: true
  /** The value from the record itself or the records around it; undefined if the owner must be asked. */
  held?(record: Shown, around: Around): unknown
}

const askedOf = (relation: ProductRelation, key = 'id'): AskedField => ({ relation, key, list: false })
const listOf = (relation: ProductRelation): AskedField => ({ relation, key: 'id', list: true })

const OF_VARIANT: Record<string, AskedField> = {
  product: {
    ...askedOf('variant.product', 'product_id'),
    held: ({ product_id }, { product }) => (product?.id === product_id ? product : undefined),
  },
  inventory_quantity: {
    ...askedOf('variant.inventory_quantity'),
    held: ({ inventory_quantity }) => inventory_quantity, // null is also a value, if a handler of the owner set it
  },
  inventory: listOf('variant.inventory'),
}

const OF_PRODUCT = {
  seller: askedOf('product.seller'),
  attribute_values: listOf('product.attribute_values'),
  reviews: listOf('product.reviews'),
}

const OF_PAYMENT: Record<string, AskedField> = {
  payment_session: { key: 'payment_session_id', list: false, held: sessionOf },
}

/** All fields that records do not contain, and that answers only show if `fields` names them. */
const FIELDS: ReadonlyMap<z.ZodObject, Readonly<Record<string, AskedField>>> = new Map<z.ZodObject, Record<string, AskedField>>([
  [Variant, OF_VARIANT],
  [StoreVariant, OF_VARIANT],
  [
    Product,
    {
      variants: { ...listOf('product.variants'), held: ({ variants }) => (isFull(variants) ? variants : undefined) },
      ...OF_PRODUCT,
    },
  ],
  [StoreProduct, OF_PRODUCT],
  [Image, { variants: listOf('image.variants') }],
  [ProductType, { products: listOf('type.products') }],
  [Tag, { products: listOf('tag.products') }],
  [Collection, { products: listOf('collection.products') }],
  [ProductOptionWithProducts, { products: listOf('option.products') }],
  [
    Category,
    {
      products: listOf('category.products'),
      category_children: listOf('category.category_children'),
      parent_category: askedOf('category.parent_category', 'parent_category_id'),
    },
  ],
  [OptionValue, { option: { key: 'option_id', list: false, held: optionOf } }],
  [
    Price,
    {
      price_rules: { key: 'id', list: true, held: ({ rules }) => ruleRows(rules) },
      price_set: { key: 'price_set_id', list: false, held: priceSetOf },
    },
  ],
  [
    Inventory,
    {
      location_levels: {
        ...listOf('inventory.location_levels'),
        ofLine: true,
        held: ({ location_levels }, { isSold }) => (isSold ? undefined : location_levels),
      },
    },
  ],
  [
    Fulfillment,
    {
      provider: askedOf('fulfillment.provider', 'provider_id'),
      shipping_option: askedOf('fulfillment.shipping_option', 'shipping_option_id'),
    },
  ],
  [Payment, OF_PAYMENT],
  [StorePayment, OF_PAYMENT],
])

/** The source of the field; undefined for a field that the record itself contains, or that the choice does not show. */
export function askedFieldOf(schema: z.ZodObject, name: string, choice: Choice): AskedField | undefined {
  if (typeof choice === 'string' && choice !== 'whole') return undefined
  const field = FIELDS.get(schema)?.[name]
  const isHeldAsItIs = field?.relation === 'product.variants' && choice === 'whole'
  return isHeldAsItIs ? undefined : field
}

const isFull = (list: unknown) => Array.isArray(list) && list.length > 0

function optionOf({ option_id, option }: Shown, { product }: Around): unknown {
  if (option) return option
  const options = (product?.options ?? []) as Shown[]
  return options.find(({ id }) => id === option_id) ?? null
}

function sessionOf({ payment_session_id, payment_session }: Shown, { payment_collection }: Around): unknown {
  if (payment_session) return payment_session
  const sessions = (payment_collection?.payment_sessions ?? []) as Shown[]
  return sessions.find(({ id }) => id === payment_session_id) ?? null
}

const ruleRows = (rules: unknown) => Object.entries(rules ?? {}).map(([attribute, value]) => ({ attribute, value }))

function priceSetOf({ price_set_id, variant_id }: Shown) {
  return price_set_id ? { id: price_set_id, variant: variant_id ? { id: variant_id } : null } : null
}
