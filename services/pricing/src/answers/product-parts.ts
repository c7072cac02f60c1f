import type { Deps } from '../deps.ts'
import type { ProductParts } from '../domain/products/product-parts.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'

export interface PartsOf {
  deadline: number
  /** `now`: the current state. `lately`: up to a second old, mostly without a query; for quotes. */
  asOf: 'now' | 'lately'
  /** Whether answers show this field; the records of others are not read. Default: all are shown. */
  shows?: ((field: PartField) => boolean) | undefined
}

/** The fields of products that show other records. `options`: also those of variants. */
export type PartField = 'type' | 'tags' | 'collection' | 'categories' | 'options' | 'shipping_profile' | 'sales_channels'

type Owners = Pick<
  Deps,
  'productTypes' | 'productTags' | 'collections' | 'categories' | 'productOptions' | 'shippingProfiles' | 'salesChannels'
>

/** The living records that these products refer to by id: each is read once, and concurrent reads are batched. */
export async function partsOf(
  products: readonly ProductRecord[],
  { productTypes, productTags, collections, categories, productOptions, shippingProfiles, salesChannels }: Owners,
  { deadline, asOf, shows = () => true }: PartsOf,
): Promise<ProductParts> {
  const idsOf = (field: PartField, pick: (product: ProductRecord) => readonly (string | null)[]) =>
    shows(field) ? [...new Set(products.flatMap(pick).filter((id) => id !== null))] : []
  async function all<T>(store: Findable<T>, ids: readonly string[]): Promise<Map<string, T>> {
    const read = (id: string) => (asOf === 'lately' ? store.recall(id) : store.find(id, deadline).then((one) => one?.record))
    const found = await Promise.all(ids.map(async (id) => [id, await read(id)] as const))
    return new Map(found.flatMap(([id, record]) => (record === undefined ? [] : [[id, record]])))
  }
  const categoryIds = idsOf('categories', ({ category_ids }) => category_ids)
  const channelIds = idsOf('sales_channels', ({ sales_channel_ids }) => sales_channel_ids)
  const [types, tags, shownCollections, tree, options, profiles, channels] = await Promise.all([
    all(
      productTypes,
      idsOf('type', ({ type_id }) => [type_id]),
    ),
    all(
      productTags,
      idsOf('tags', ({ tag_ids }) => tag_ids),
    ),
    all(
      collections,
      idsOf('collection', ({ collection_id }) => [collection_id]),
    ),
    categoryIds.length === 0 ? undefined : asOf === 'now' ? categories.tree(deadline) : categories.recallTree(),
    all(
      productOptions,
      idsOf('options', (product) => product.options.map(({ id }) => id)),
    ),
    all(
      shippingProfiles,
      idsOf('shipping_profile', ({ shipping_profile_id }) => [shipping_profile_id]),
    ),
    asOf === 'lately' ? salesChannels.listLiving() : salesChannels.findLiving(channelIds, deadline),
  ])
  return {
    types,
    tags,
    collections: shownCollections,
    categories: new Map(tree?.categories.map((category) => [category.id, category])),
    options,
    shippingProfiles: profiles,
    channels,
  }
}

interface Findable<T> {
  find(id: string, deadline: number): Promise<{ record: T } | undefined>
  recall(id: string): Promise<T | undefined>
}
