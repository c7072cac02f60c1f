import { type AttributeValueInput, type DecisionContext, invalidData, missingRelation, OperationError } from '@souk/contracts'
import type { AttributeRecord } from '../attributes/attribute.ts'
import type { AttributeValueRecord, ProductRecord } from './product-record.ts'
import { assertProductFits } from './product-size.ts'

/** The attributes that a request names, as far as they exist. */
export interface NamedAttributes {
  byId: ReadonlyMap<string, Pick<AttributeRecord, 'possible_values' | 'product_category_ids'>>
  /** The existing categories. */
  categories: ReadonlySet<string>
}

/** The same for a new product, with the ids of those of which it must have a value. */
export interface AttributesOfNew extends NamedAttributes {
  required: readonly string[]
}

type Sent = readonly AttributeValueInput[]

/**
 * A new product with its attribute values. A product without any values is accepted, as with the peer.
 * @throws invalid_data if a required one is missing, and as `withAttributeValues`; duplicate for a value that is sent twice
 */
export function withNewAttributeValues(
  product: ProductRecord,
  sent: Sent,
  attributes: AttributesOfNew,
  context: DecisionContext,
): ProductRecord {
  if (sent.length === 0) return product
  const missing = attributes.required.filter((id) => !sent.some(({ attribute_id }) => attribute_id === id))
  if (missing.length > 0) throw invalidData(`Missing required attributes for product ${product.title}: ${missing.join(', ')}`)
  const twice = sent.find((one, at) => sent.findIndex((other) => isSame(one, other)) !== at)
  if (twice) {
    const { attribute_id, value } = twice
    throw new OperationError(
      'duplicate',
      `Attribute value ${value} for attribute ${attribute_id} already exists for product ${product.id}`,
    )
  }
  return withAttributeValues(product, sent, attributes, context)
}

/**
 * The product with these attribute values and no others; an empty list leaves it as it is, as with the peer. Values that it
 * already has are kept, even if they are no longer possible.
 * @throws not_found for an attribute that does not exist; invalid_data for a value that is not possible, for an attribute of
 * other categories than the product's, and for a product that would be too large
 */
export function withAttributeValues(
  product: ProductRecord,
  sent: Sent,
  attributes: NamedAttributes,
  { newId, now }: DecisionContext,
): ProductRecord {
  if (sent.length === 0) return product
  const before = product.attribute_values ?? []
  const apart = sent.filter((one, at) => sent.findIndex((other) => isSame(one, other)) === at)
  const values = apart.map((one): AttributeValueRecord => {
    const present = before.find((other) => isSame(one, other))
    if (present) return present
    assertPossible(one, product, attributes)
    const { attribute_id, value } = one
    return { id: newId('attr_val'), value, rank: 0, attribute_id, metadata: null, created_at: now, updated_at: now }
  })
  if (values.length === before.length && values.every((value, at) => value === before[at])) return product
  const changed = { ...product, attribute_values: values }
  assertProductFits(changed, product)
  return changed
}

const isSame = (one: AttributeValueInput, other: AttributeValueInput) =>
  one.attribute_id === other.attribute_id && one.value === other.value

function assertPossible(
  { attribute_id, value }: AttributeValueInput,
  { id, category_ids }: Pick<ProductRecord, 'id' | 'category_ids'>,
  { byId, categories }: NamedAttributes,
) {
  const attribute = byId.get(attribute_id)
  if (!attribute) throw missingRelation('attribute_id', attribute_id)
  const { possible_values, product_category_ids } = attribute
  if (possible_values.length > 0 && !possible_values.some((one) => one.value === value))
    throw invalidData(`Attribute ${attribute_id} doesn't define ${value} as a possible_value`)
  const living = product_category_ids.filter((one) => categories.has(one))
  if (living.length > 0 && !living.some((one) => category_ids.includes(one)))
    throw invalidData(`Product ${id} isn't linked to any category from the requested attributes.`)
}
