import { z } from 'zod'
import { asked, Id, Metadata, softDeletable } from '../fields/common.ts'

/** The form control with which a panel edits an attribute's value. */
export const AttributeUiComponent = z.enum(['select', 'multivalue', 'unit', 'toggle', 'text_area', 'color_picker'])

/** A possible value of an attribute for products. */
export const AttributePossibleValue = z
  .object({
    id: Id,
    value: z.string(),
    rank: z.number().describe('Position among the possible values of the attribute, in ascending order.'),
    attribute_id: Id,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'AttributePossibleValue' })
export type AttributePossibleValue = z.infer<typeof AttributePossibleValue>

/** An attribute as products with a value of it show it. */
export const ProductAttribute = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    handle: z.string(),
    is_required: z
      .boolean()
      .describe(
        'Whether a new product that it applies to must have a value for it, if the product has values for any attributes.',
      ),
    is_filterable: z.boolean().describe('Whether storefronts may offer it as a filter.'),
    ui_component: AttributeUiComponent,
    possible_values: z.array(AttributePossibleValue).describe('The values that products may have; empty: any text.'),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ProductAttribute' })
export type ProductAttribute = z.infer<typeof ProductAttribute>

/** A product's value of an attribute. */
export const AttributeValue = z
  .object({
    id: Id,
    value: z.string(),
    rank: z.number(),
    attribute_id: Id,
    attribute: asked((): z.ZodType => ProductAttribute).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'AttributeValue' })
export type AttributeValue = z.infer<typeof AttributeValue>
