import type { Deps } from '../deps.ts'
import type { ProductParts } from '../domain/products/product-parts.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'

interface PartsOf {
  deadline: number
  /** `now`: the current state. `lately`: up to a second old, mostly without a query; for quotes. */
  as_of: 'now' | 'lately'
}

type Owners = Pick<
  Deps,
  'productTypes' | 'productTags' | 'collections' | 'categories' | 'productOptions' | 'shippingProfiles' | 'salesChannels'
>

/** The living records that these products refer to by id: each is read once, and concurrent reads are batched. */
export async function partsOf(
  products: readonly ProductRecord[],
  { productTypes, productTags, collections, categories, productOptions, shippingProfiles, salesChannels }: Owners,
  { deadline, as_of }: PartsOf,
): Promise<ProductParts> {
  const idsOf = (pick: (product: ProductRecord) => readonly (string | null)[]) => [
    ...new Set(products.flatMap(pick).filter((id) => id !== null)),
  ]
  async function all<T>(store: Findable<T>, ids: readonly string[]): Promise<Map<string, T>> {
    const read = (id: string) => (as_of === 'lately' ? store.recall(id) : store.find(id, deadline).then((one) => one?.record))
    const found = await Promise.all(ids.map(async (id) => [id, await read(id)] as const))
    return new Map(found.flatMap(([id, record]) => (record === undefined ? [] : [[id, record]])))
  }
  const categoryIds = idsOf(({ category_ids }) => category_ids)
  const channelIds = idsOf(({ sales_channel_ids }) => sales_channel_ids)
  const [types, tags, shownCollections, tree, options, shipping_profiles, channels] = await Promise.all([
    all(
      productTypes,
      idsOf(({ type_id }) => [type_id]),
    ),
    all(
      productTags,
      idsOf(({ tag_ids }) => tag_ids),
    ),
    all(
      collections,
      idsOf(({ collection_id }) => [collection_id]),
    ),
    categoryIds.length === 0 ? undefined : as_of === 'now' ? categories.tree(deadline) : categories.recallTree(),
    all(
      productOptions,
      idsOf((product) => product.options.map(({ id }) => id)),
    ),
    all(
      shippingProfiles,
      idsOf(({ shipping_profile_id }) => [shipping_profile_id]),
    ),
    as_of === 'lately' ? salesChannels.listLiving() : salesChannels.findLiving(channelIds, deadline),
  ])
  return {
    types,
    tags,
    collections: shownCollections,
    categories: new Map(tree?.categories.map((category) => [category.id, category])),
    options,
    shipping_profiles,
    channels,
  }
}

interface Findable<T> {
  find(id: string, deadline: number): Promise<{ record: T } | undefined>
  recall(id: string): Promise<T | undefined>
}
