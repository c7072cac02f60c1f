import { type AttributeValue, type Selection, selectFields, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { VisibleCatalogue } from '../domain/products/visible-catalogue.ts'
import { shownAttribute } from './attribute.ts'

/** For each of these products the values that it has of attributes that are there. */
export async function attributeValuesOf(
  productIds: readonly string[],
  selection: Selection,
  { visible, deadline }: { visible: VisibleCatalogue; deadline: number },
  { products, attributes }: Pick<Deps, 'products' | 'attributes'>,
): Promise<unknown[][]> {
  const values = await products.listAttributeValues(productIds, visible.products, deadline)
  const ids = [...new Set([...values.values()].flatMap((all) => all.map(({ attribute_id }) => attribute_id)))]
  const found = await Promise.all(ids.map((id) => attributes.find(id, deadline)))
  const known = new Map(found.flatMap((one) => (one ? [[one.record.id, shownAttribute(one.record)]] : [])))
  const withAttribute = wants(selection, 'attribute')
  return productIds.map((id) =>
    (values.get(id) ?? []).flatMap((value) => {
      const attribute = known.get(value.attribute_id)
      if (!attribute) return []
      const shown: AttributeValue = { ...value, ...(withAttribute && { attribute }), deleted_at: null }
      return [selectFields(selection, shown)]
    }),
  )
}
