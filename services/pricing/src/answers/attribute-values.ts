import { assertFewRelated, type ProductAttribute, type Selection, selectFields, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { VisibleCatalogue } from '../domain/products/visible-catalogue.ts'
import { shownAttribute } from './attribute.ts'

/**
 * For each of these products its values of existing attributes. Values of the same attribute share its object.
 * @throws invalid_data if attributes with their possible values would be shown too often
 */
export async function attributeValuesOf(
  productIds: readonly string[],
  selection: Selection,
  { visible, deadline }: { visible: VisibleCatalogue; deadline: number },
  { products, attributes }: Pick<Deps, 'products' | 'attributes'>,
): Promise<unknown[][]> {
  const values = await products.listAttributeValues(productIds, visible.products, deadline)
  const all = [...values.values()].flat()
  const ids = [...new Set(all.map(({ attribute_id }) => attribute_id))]
  const found = ids.length === 0 ? [] : await attributes.list({ _id: { $in: ids } }, deadline)

  const weightOf = attributeWeight(selection)
  const weights = new Map(found.map((one) => [one.id, 1 + weightOf(one)]))
  assertFewRelated(all.reduce((sum, { attribute_id }) => sum + (weights.get(attribute_id) ?? 0), 0))
  const { ofValue, ofAttribute } = partsOf(selection)
  const shown = new Map(found.map((one) => [one.id, ofAttribute?.(shownAttribute(one))]))
  return productIds.map((id) =>
    (values.get(id) ?? []).flatMap((value) => {
      if (!shown.has(value.attribute_id)) return []
      const attribute = shown.get(value.attribute_id)
      return [{ ...ofValue({ ...value, deleted_at: null }), ...(attribute !== undefined && { attribute }) }]
    }),
  )
}

/** Returns how many records an attribute counts as, given how the selection shows it with a value. */
function attributeWeight(selection: Selection) {
  const [isShown, isWhole] = [wants(selection, 'attribute'), wants(selection, 'attribute.possible_values')]
  return ({ possible_values }: { possible_values: readonly unknown[] }) =>
    isShown ? 1 + (isWhole ? possible_values.length : 0) : 0
}

/** The selection's fields of a value on its own, and of the attribute shown with it; undefined if none is shown. */
function partsOf(selection: Selection) {
  const { choice } = selection
  const rest = choice instanceof Map ? new Map([...choice].filter(([name]) => name !== 'attribute')) : choice
  const part = choice instanceof Map ? choice.get('attribute') : undefined
  const isShown = wants(selection, 'attribute')
  return {
    ofValue: (value: object) => selectFields({ ...selection, choice: rest }, value) as object,
    ofAttribute: isShown
      ? (attribute: ProductAttribute) => selectFields({ ...selection, choice: part ?? 'whole' }, attribute)
      : undefined,
  }
}
