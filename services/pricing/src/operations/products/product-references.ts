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

/** Tells of ids whether they are there, for each field that names some. */
type KnownReferences = Record<'types' | 'collections' | 'tags' | 'categories', ReadonlySet<string>>

/** Those of the records that these products name which are there: each is read once, whatever names it. */
export async function knownReferences(inputs: readonly References[], deps: Deps, deadline: number): Promise<KnownReferences> {
  const named = (pick: (input: References) => readonly string[]) => [...new Set(inputs.flatMap(pick))]
  const categoryIds = named(({ categories }) => idsOf(categories))
  const [types, collections, tags, tree] = await Promise.all([
    present(
      named(({ type_id }) => (type_id ? [type_id] : [])),
      (id) => deps.productTypes.find(id, deadline),
    ),
    present(
      named(({ collection_id }) => (collection_id ? [collection_id] : [])),
      (id) => deps.collections.find(id, deadline),
    ),
    present(
      named((input) => idsOf(input.tags)),
      (id) => deps.productTags.find(id, deadline),
    ),
    categoryIds.length === 0 ? undefined : deps.categories.tree(deadline),
  ])
  return { types, collections, tags, categories: new Set(tree?.categories.map(({ id }) => id)) }
}

/** @throws not_found, in the peers' words, when something that a product names is not there */
export function assertReferences({ type_id, collection_id, tags, categories }: References, known: KnownReferences) {
  refuse('type_id', type_id ? [type_id] : [], known.types)
  refuse('collection_id', collection_id ? [collection_id] : [], known.collections)
  refuse('product_tag_id', idsOf(tags), known.tags)
  refuse('product_category_id', idsOf(categories), known.categories)
}

async function present(ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<Set<string>> {
  const found = await Promise.all(ids.map(find))
  return new Set(ids.filter((_, at) => found[at] !== undefined))
}

function refuse(field: string, ids: readonly string[], known: ReadonlySet<string>) {
  const id = ids.find((one) => !known.has(one))
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
