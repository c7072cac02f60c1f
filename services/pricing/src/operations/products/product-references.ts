import { invalidData, missingRelation } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { idsOf } from '../../domain/products/new-product.ts'
import type { ProductOptionRecord, ProductRecord } from '../../domain/products/product-record.ts'
import { isFor, type ShippingProfileRecord } from '../../domain/shipping-profiles/shipping-profile.ts'

type Named = readonly { id: string }[] | null | undefined

interface References {
  type_id?: string | null | undefined
  collection_id?: string | null | undefined
  shipping_profile_id?: string | null | undefined
  tags?: Named
  categories?: Named
}

/** The existing ids for each field that refers to records. */
type KnownReferences = Record<'types' | 'collections' | 'tags' | 'categories', ReadonlySet<string>> & {
  profiles: ReadonlyMap<string, ShippingProfileRecord>
}

/** The records that these products refer to, as far as they exist: each is read once. */
export async function knownReferences(inputs: readonly References[], deps: Deps, deadline: number): Promise<KnownReferences> {
  const named = (pick: (input: References) => readonly string[]) => [...new Set(inputs.flatMap(pick))]
  const categoryIds = named(({ categories }) => idsOf(categories))
  const [types, collections, tags, profiles, tree] = await Promise.all([
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
    foundProfiles(
      named(({ shipping_profile_id }) => (shipping_profile_id ? [shipping_profile_id] : [])),
      deps,
      deadline,
    ),
    categoryIds.length === 0 ? undefined : deps.categories.tree(deadline),
  ])
  return { types, collections, tags, profiles, categories: new Set(tree?.categories.map(({ id }) => id)) }
}

/** A product as it is: it may keep whatever it already refers to. */
interface Present {
  /** Null: the marketplace itself. */
  seller_id: string | null
  type_id?: string | null
  collection_id?: string | null
}

/** Asserts the references of a new product. @throws as `assertReferences`; invalid_data for a tag */
export function assertReferencesOfNew(references: References, known: KnownReferences, seller_id: string | null) {
  const tag = idsOf(references.tags).find((id) => !known.tags.has(id))
  if (tag !== undefined)
    throw invalidData(`Tag with id ${tag} not found. Please create the tag before associating it with the product.`)
  assertReferences(references, known, { seller_id })
}

/**
 * A deleted type or collection stays on its products, and clients send all fields of a product as they read them.
 * @param present the product before the change; a new one refers to nothing
 * @throws not_found, with the peers' texts, if something that a product is to refer to does not exist
 */
export function assertReferences(
  { type_id, collection_id, shipping_profile_id, tags, categories }: References,
  known: KnownReferences,
  present: Present,
) {
  refuse('type_id', type_id && type_id !== present.type_id ? [type_id] : [], known.types)
  refuse('collection_id', collection_id && collection_id !== present.collection_id ? [collection_id] : [], known.collections)
  refuse('product_tag_id', idsOf(tags), known.tags)
  refuse('product_category_id', idsOf(categories), known.categories)
  if (shipping_profile_id) assertProfile(shipping_profile_id, known.profiles.get(shipping_profile_id), present.seller_id)
}

/**
 * Another seller's profile is refused like a missing one. Only the marketplace's own products keep a missing one, as with the
 * peers: no shipping option sends them.
 */
function assertProfile(id: string, profile: ShippingProfileRecord | undefined, seller_id: string | null) {
  const mayHave = profile ? isFor(profile, seller_id) : seller_id === null
  if (!mayHave) throw missingRelation('shipping_profile_id', id)
}

async function foundProfiles(ids: readonly string[], { shippingProfiles }: Pick<Deps, 'shippingProfiles'>, deadline: number) {
  const found = await Promise.all(ids.map((id) => shippingProfiles.find(id, deadline)))
  return new Map(found.flatMap((one) => (one ? [[one.record.id, one.record] as const] : [])))
}

async function present(ids: readonly string[], find: (id: string) => Promise<unknown>): Promise<Set<string>> {
  const found = await Promise.all(ids.map(find))
  return new Set(ids.filter((_, at) => found[at] !== undefined))
}

function refuse(field: string, ids: readonly string[], known: ReadonlySet<string>) {
  const id = ids.find((one) => !known.has(one))
  if (id !== undefined) throw missingRelation(field, id)
}

/** The living options of a product, by id. */
export const optionsOf = ({ options }: Pick<ProductRecord, 'options'>, deps: Pick<Deps, 'productOptions'>, deadline: number) =>
  knownOptions(
    options.map(({ id }) => id),
    deps,
    deadline,
  )

/** The living ones of these options, by id. */
export async function knownOptions(
  ids: readonly string[],
  { productOptions }: Pick<Deps, 'productOptions'>,
  deadline: number,
): Promise<Map<string, ProductOptionRecord>> {
  const found = await Promise.all([...new Set(ids)].map((id) => productOptions.find(id, deadline)))
  return new Map(found.flatMap((option) => (option ? [[option.record.id, option.record]] : [])))
}
