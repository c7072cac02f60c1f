import type { Actor, Attribute, ProductAttribute } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { AttributeRecord } from '../domain/attributes/attribute.ts'
import { shownValue } from '../domain/attributes/possible-value.ts'
import { shownCategory } from '../domain/products/product-parts.ts'
import { isVisible, visibleTo } from '../domain/products/visible-catalogue.ts'

interface Asked {
  actor: Actor
  deadline: number
}

/** Attributes with those of their categories that the caller may see. */
export async function shownAttributes(
  records: readonly AttributeRecord[],
  { actor, deadline }: Asked,
  { categories }: Pick<Deps, 'categories'>,
): Promise<Attribute[]> {
  const isCategorised = records.some(({ product_category_ids }) => product_category_ids.length > 0)
  const tree = isCategorised ? await categories.tree(deadline) : { categories: [] }
  const visible = visibleTo(actor)
  const shown = tree.categories.map(shownCategory).filter((category) => isVisible(category, visible))
  const byId = new Map(shown.map((category) => [category.id, category]))
  return records.map((record) => ({
    ...shownAttribute(record),
    product_categories: record.product_category_ids.flatMap((id) => byId.get(id) ?? []),
  }))
}

/** An attribute as products show it: with its possible values, ordered by rank. */
export function shownAttribute({ possible_values, product_category_ids: _ids, ...attribute }: AttributeRecord): ProductAttribute {
  const values = possible_values.toSorted((one, other) => one.rank - other.rank)
  return { ...attribute, possible_values: values.map((value) => shownValue(value, attribute.id)) }
}

/** Names of categories change independently of the attribute. */
export async function attributeAnswer({ record, revision }: FoundRecord<AttributeRecord>, asked: Asked, deps: Deps) {
  const [attribute] = await shownAttributes([record], asked, deps)
  return new Answer({ attribute: attribute! }, { revision, others: 'anywhere' })
}
