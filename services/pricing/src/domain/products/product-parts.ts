import type { Category, ProductOption, SalesChannel } from '@souk/contracts'
import { perObject } from '@souk/totals'
import type { ShippingProfileRecord } from '../shipping-profiles/shipping-profile.ts'
import type {
  CategoryRecord,
  CollectionRecord,
  OptionValueRecord,
  ProductOptionRecord,
  ProductRecord,
  ProductTagRecord,
  ProductTypeRecord,
  VariantRecord,
} from './product-record.ts'

type ById<T> = ReadonlyMap<string, T>

/** The living records that products refer to by id: at least those of these products. */
export interface ProductParts {
  types: ById<ProductTypeRecord>
  tags: ById<ProductTagRecord>
  collections: ById<CollectionRecord>
  categories: ById<CategoryRecord>
  options: ById<ProductOptionRecord>
  shippingProfiles: ById<ShippingProfileRecord>
  channels: readonly SalesChannel[]
}

/** The category as answers show it by itself: the same object each time, since many products have few categories. */
export const shownCategory = perObject(
  ({ revision: _revision, ...category }: CategoryRecord): Category => ({
    ...category,
    parent_category: null,
    category_children: null,
    products: null,
    deleted_at: null,
  }),
)

/** A value as answers show it. */
export const shownValue = (value: OptionValueRecord, option_id: string) => ({ ...value, option_id, deleted_at: null })

/** The options of a product, each with the values that the product has. */
export function shownOptions({ id: product_id, options: links }: ProductRecord, { options }: ProductParts): ProductOption[] {
  return links.flatMap(({ id, value_ids }) => {
    const option = options.get(id)
    if (!option) return []
    const own = value_ids && new Set(value_ids)
    const values = own ? option.values.filter((value) => own.has(value.id)) : option.values
    return { ...option, product_id, values: values.map((value) => shownValue(value, id)) }
  })
}

/** The option values of a variant, in the order of the product's options. */
export function shownVariantOptions(
  { option_value_ids }: Pick<VariantRecord, 'option_value_ids'>,
  { options: links }: Pick<ProductRecord, 'options'>,
  { options }: ProductParts,
) {
  return links.flatMap(({ id }) =>
    (options.get(id)?.values ?? []).filter((value) => option_value_ids.includes(value.id)).map((value) => shownValue(value, id)),
  )
}

/** The existing records, in the order in which they are named. */
export const present = <T>(ids: readonly string[], known: ById<T>): T[] => ids.flatMap((id) => known.get(id) ?? [])
