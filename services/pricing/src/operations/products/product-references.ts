import { notFound } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { idsOf } from '../../domain/products/new-product.ts'
import type { ProductOptionRecord } from '../../domain/products/product-record.ts'

type Named = readonly { id: string }[] | null | undefined

interface References {
  type_id?: string | null | undefined
  collection_id?: string | null | undefined
  tags?: Named
  categories?: Named
}

/** @throws not_found, in the peers' words, when something that a request names is not there */
export async function assertReferences({ type_id, collection_id, tags, categories }: References, deps: Deps, deadline: number) {
  const categoryIds = idsOf(categories)
  const [types, collections, tagged, tree] = await Promise.all([
    missing(type_id ? [type_id] : [], (id) => deps.productTypes.find(id, deadline)),
    missing(collection_id ? [collection_id] : [], (id) => deps.collections.find(id, deadline)),
    missing(idsOf(tags), (id) => deps.productTags.find(id, deadline)),
    categoryIds.length === 0 ? undefined : deps.categories.tree(deadline),
  ])
  refuse('type_id', types)
  refuse('collection_id', collections)
  refuse('product_tag_id', tagged)
  refuse(
    'product_category_id',
    categoryIds.find((id) => !tree?.categories.some((category) => category.id === id)),
  )
}

async function missing(ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<string | undefined> {
  const found = await Promise.all(ids.map(find))
  return ids.find((_, at) => found[at] === undefined)
}

function refuse(field: string, id: string | undefined) {
  if (id !== undefined) throw notFound(`You tried to set relationship ${field}: ${id}, but such entity does not exist`)
}

/** Those of these options that live, by id. */
export async function knownOptions(
  ids: readonly string[],
  { productOptions }: Pick<Deps, 'productOptions'>,
  deadline: number,
): Promise<Map<string, ProductOptionRecord>> {
  const found = await Promise.all([...new Set(ids)].map((id) => productOptions.find(id, deadline)))
  return new Map(found.flatMap((option) => (option ? [[option.record.id, option.record]] : [])))
}
