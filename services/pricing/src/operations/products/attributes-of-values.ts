import type { AttributeValueInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import type { AttributesOfNew, NamedAttributes } from '../../domain/products/attribute-values.ts'

type Stores = Pick<Deps, 'attributes' | 'categories'>
type Values = readonly AttributeValueInput[]

/** The attributes of the values in a request. */
export async function namedAttributes(
  values: Values,
  { attributes, categories }: Stores,
  deadline: number,
): Promise<NamedAttributes> {
  const ids = [...new Set(values.map(({ attribute_id }) => attribute_id))]
  if (ids.length === 0) return { byId: new Map(), categories: new Set() }
  const [tree, found] = await Promise.all([categories.tree(deadline), attributes.list({ _id: { $in: ids } }, deadline)])
  return {
    byId: new Map(found.map((one) => [one.id, one])),
    categories: new Set(tree.categories.map(({ id }) => id)),
  }
}

/** The same for a new product in these categories. */
export async function attributesOfNew(
  values: Values,
  category_ids: readonly string[],
  deps: Stores,
  deadline: number,
): Promise<AttributesOfNew> {
  const named = await namedAttributes(values, deps, deadline)
  const categories = { living: [...named.categories], own: category_ids }
  return { ...named, required: values.length === 0 ? [] : await deps.attributes.listRequired(categories, deadline) }
}
