import { z } from 'zod'
import { BooleanInput, FilledTextInput, IdInput, MetadataInput, QuantityInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Category } from './product.ts'
import { AttributeUiComponent, ProductAttribute } from './product-attribute.ts'
import { HandleInput } from './product-links.ts'

/** An attribute on its own: with the categories to whose products it applies; without any, it applies to all. */
export const Attribute = ProductAttribute.extend({
  product_categories: z
    .array(Category)
    .describe('The categories to whose products it applies; if empty, it applies to all. Sellers see public ones.'),
}).meta({ id: 'Attribute' })
export type Attribute = z.infer<typeof Attribute>

/** The fields of an attribute that answers to sellers show by default. */
export const VENDOR_ATTRIBUTE_DEFAULTS = [
  ...(['id', 'name', 'description', 'handle', 'is_filterable', 'ui_component', 'metadata', '*possible_values'] as const),
  ...(['product_categories.id', 'product_categories.name'] as const),
] as const

const resource = {
  service: 'pricing',
  noun: ['attribute', 'attributes'],
  keys: ['attribute', 'attributes'],
  schema: Attribute,
  examples: { id: demonstrationId('attr', 1001), deleted: demonstrationId('attr', 1003) },
} as const
const attributes = plainResource({
  ...resource,
  path: '/admin/attributes',
  defaults: [...VENDOR_ATTRIBUTE_DEFAULTS, 'is_required'],
})
const vendorAttributes = plainResource({ ...resource, path: '/vendor/attributes', defaults: VENDOR_ATTRIBUTE_DEFAULTS })

const list = {
  sort: ['created_at', 'updated_at', 'name', 'handle'],
  order: OLDEST_FIRST,
  q: ['name'],
  qInside: true,
} as const
const filter = ['id', 'name', 'handle', 'ui_component'] as const

const text = FilledTextInput()
const many = <S extends z.ZodType>(schema: S) => z.array(schema).max(500)

export const PossibleValueInput = z.strictObject({
  value: text,
  rank: QuantityInput,
  metadata: MetadataInput.nullish(),
})
export const PossibleValueChangeInput = PossibleValueInput.partial().extend({ id: IdInput.optional() })
export type PossibleValueChangeInput = z.infer<typeof PossibleValueChangeInput>

const content = {
  name: text,
  description: TextInput().nullish(),
  handle: HandleInput.optional().describe('Default: derived from the name. Unique among attributes.'),
  is_filterable: BooleanInput.optional(),
  is_required: BooleanInput.optional(),
  ui_component: AttributeUiComponent.optional(),
  metadata: MetadataInput.nullish(),
  product_category_ids: z.array(IdInput).max(100).optional(),
}

export const listAttributes = attributes.list('list-attributes', {
  ...list,
  filter: [...filter, 'is_required', 'is_filterable', 'created_at', 'updated_at', 'deleted_at'],
  deleted: 'shown',
})
/**
 * Names are unique among living attributes. By default a value is selected from the possible values (`select`), which are
 * required then; the attribute is optional for products, and storefronts may filter by it.
 */
export const createAttribute = {
  ...attributes.create(
    'create-attribute',
    z
      .strictObject({
        ...content,
        possible_values: many(PossibleValueInput).optional(),
      })
      .refine(({ ui_component = 'select', possible_values = [] }) => ui_component !== 'select' || possible_values.length > 0, {
        message: 'Possible values are required when ui_component is SELECT',
        path: ['possible_values'],
      })
      .meta({ example: { name: 'Fit', possible_values: [{ value: 'Slim', rank: 0 }] } }),
  ),
  status: 201 as const,
}
export const getAttribute = attributes.get('get-attribute')
/**
 * Absent fields stay. `possible_values` and categories replace all former ones; values without an id are matched by their value,
 * and otherwise new. Products keep values that are no longer possible.
 */
export const updateAttribute = attributes.update(
  'update-attribute',
  z
    .strictObject({ ...content, name: text.optional(), possible_values: many(PossibleValueChangeInput).optional() })
    .meta({ example: { is_filterable: true } }),
)
/** Its values are removed from all products. */
export const deleteAttribute = attributes.delete('delete-attribute')
/** Those of the marketplace, the same for every seller. */
export const listVendorAttributes = vendorAttributes.list('list-vendor-attributes', { ...list, filter, deleted: 'hidden' })
export const getVendorAttribute = { ...vendorAttributes.get('get-vendor-attribute'), query: RecordQuery }

export const attributeOperations = {
  listAttributes,
  createAttribute,
  getAttribute,
  updateAttribute,
  deleteAttribute,
  listVendorAttributes,
  getVendorAttribute,
}

export const attributeEvents = recordEvents('pricing', 'attribute', 'attribute')
export const [attributeCreated, attributeUpdated, attributeDeleted] = attributeEvents
