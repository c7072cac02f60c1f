import { z } from 'zod'
import {
  AmountInput,
  BooleanInput,
  CurrencyCodeInput,
  FilledTextInput,
  IdInput,
  MetadataInput,
  PositiveQuantityInput,
  QuantityInput,
  RulesInput,
  TextInput,
} from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { boundsFit, WRONG_BOUNDS } from './price-bounds.ts'
import { ProductStatus } from './product.ts'
import { HandleInput } from './product-links.ts'
import { OptionValuesInput, RanksInput } from './product-options.ts'

const text = (max = 255) => TextInput(max)
const title = FilledTextInput()
const measure = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullish()
const named = z.object({ id: IdInput })
export const many = <S extends z.ZodType>(schema: S) => z.array(schema).max(1000)
const few = <S extends z.ZodType>(schema: S) => z.array(schema).max(100)

/** Measures and customs data. */
const shipment = {
  weight: measure,
  length: measure,
  height: measure,
  width: measure,
  hs_code: text().nullish(),
  mid_code: text().nullish(),
  origin_country: text().nullish(),
  material: text().nullish(),
}

const basePrice = z.object({
  id: IdInput.optional(),
  currency_code: CurrencyCodeInput,
  amount: AmountInput.describe('In major units of currency_code'),
  min_quantity: QuantityInput.nullish(),
  max_quantity: QuantityInput.nullish(),
  rules: RulesInput.optional().describe('Required value per attribute, such as `region_id`'),
})

/** A base price of a variant. `max_quantity` must not be below `min_quantity`. */
export const VariantPriceInput = basePrice.refine(boundsFit, WRONG_BOUNDS)
export type VariantPriceInput = z.infer<typeof VariantPriceInput>

/** A base price that a variant has afterwards; if it has an id, absent fields stay. */
export const VariantPriceChangeInput = basePrice
  .partial()
  .superRefine(({ id, currency_code, amount }, { addIssue }) => {
    if (id !== undefined) return
    if (currency_code === undefined) addIssue({ code: 'invalid_type', expected: 'string', path: ['currency_code'] })
    if (amount === undefined) addIssue({ code: 'invalid_type', expected: 'number', path: ['amount'] })
  })
  .refine(boundsFit, WRONG_BOUNDS)
export type VariantPriceChangeInput = z.infer<typeof VariantPriceChangeInput>

const variant = {
  sku: text().nullish(),
  ean: text().nullish(),
  upc: text().nullish(),
  barcode: text().nullish(),
  thumbnail: text(4096).nullish(),
  allow_backorder: BooleanInput.optional(),
  manage_inventory: BooleanInput.optional(),
  variant_rank: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('Position among its siblings; default: 0.'),
  ...shipment,
  metadata: MetadataInput.nullish(),
  options: z.record(text(), text()).optional().describe('Option values by option title'),
}

/** The inventory of a variant; see `Variant.inventory_items`. Only used for new variants with managed stock. */
const inventory_items = few(
  z.object({
    inventory_item_id: IdInput,
    required_quantity: PositiveQuantityInput.default(1).describe(
      'Number of units used by one unit of the variant: a whole number.',
    ),
  }),
).optional()

/** By default stock is managed, with an inventory item of its own, and there are no backorders. */
export const NewVariantInput = z.strictObject({
  title,
  ...variant,
  prices: many(VariantPriceInput).optional(),
  inventory_items,
})
export type NewVariantInput = z.infer<typeof NewVariantInput>

/** A variant to add to a product: `prices` are required, but may be empty. */
export const AddedVariantInput = NewVariantInput.extend({ prices: many(VariantPriceInput) })

/** Absent fields stay. `prices` replace all base prices. */
export const VariantChangeInput = z.strictObject({
  title: title.optional(),
  ...variant,
  prices: many(VariantPriceChangeInput).optional(),
})
export type VariantChangeInput = z.infer<typeof VariantChangeInput>

const VariantInProduct = VariantChangeInput.extend({ id: IdInput.optional(), inventory_items })

const NewOptionInput = z.strictObject({
  title,
  values: OptionValuesInput,
  ranks: RanksInput.optional(),
  is_exclusive: z.boolean().optional(),
  metadata: MetadataInput.nullish(),
})
const PresentOptionInput = z.object({ id: IdInput, value_ids: many(IdInput).optional() })
/** A new option for this product only, or an existing global one, optionally with only some of its values. */
export const ProductOptionInput = z.union([NewOptionInput, PresentOptionInput])
export type ProductOptionInput = z.infer<typeof ProductOptionInput>

/** The same as sellers send it: they cannot create global options, and further properties from their panels are dropped. */
export const SellersProductOptionInput = z.union([
  NewOptionInput.extend({
    is_exclusive: z.literal(true).optional().describe('Options shared by all products are created by the marketplace.'),
  }).strip(),
  PresentOptionInput,
])

/** Images for the variant whose metadata has this key; those that the product does not have yet are added to it. */
export const VariantImagesInput = z.object({
  variant_image_key: text(),
  image_urls: many(text(4096)).optional(),
  thumbnail_url: text(4096).optional().describe("URL of its thumbnail, which is added to the product's images as well."),
})
export type VariantImagesInput = z.infer<typeof VariantImagesInput>

const AttributeValueInput = z.strictObject({ attribute_id: IdInput, value: FilledTextInput(4096) })
export type AttributeValueInput = z.infer<typeof AttributeValueInput>

/** Data besides the product's own, as forms of panels send it. */
export const additionalData = {
  additional_data: z
    .object({
      values: few(AttributeValueInput)
        .optional()
        .describe("The complete new set of the product's attribute values; if empty, they stay unchanged, as in Mercur."),
    })
    .nullish()
    .describe('Other fields are accepted but ignored.'),
}

const product = {
  subtitle: text().nullish(),
  description: TextInput(20_000).nullish(),
  discountable: BooleanInput.optional(),
  images: many(z.object({ id: IdInput.optional(), url: text(4096), metadata: MetadataInput.nullish() })).nullish(),
  thumbnail: text(4096).nullish(),
  handle: HandleInput.optional(),
  status: ProductStatus.optional(),
  external_id: text().nullish(),
  type_id: IdInput.nullish(),
  collection_id: IdInput.nullish(),
  shipping_profile_id: IdInput.nullish(),
  categories: many(named).nullish(),
  tags: many(named).nullish(),
  sales_channels: many(named).nullish(),
  ...shipment,
  metadata: MetadataInput.nullish(),
}

/** The bound is that of `gift-card-limit.ts`. */
const GIFT_CARDS = 'Each unit sold becomes a gift card, worth its price before taxes; an order can have at most 1,000.'

/** By default a discountable draft; its handle is derived from its title, its thumbnail is its first image. */
export const NewProductInput = z
  .strictObject({
    title,
    is_giftcard: BooleanInput.optional().describe(GIFT_CARDS),
    ...product,
    status: ProductStatus.nullish(),
    options: many(ProductOptionInput).optional(),
    variants: many(NewVariantInput).optional(),
  })
  .meta({
    example: {
      title: 'Scarf',
      options: [{ title: 'Colour', values: ['Red'] }],
      variants: [{ title: 'Red', options: { Colour: 'Red' }, prices: [{ currency_code: 'eur', amount: 19 }] }],
    },
  })
export type NewProductInput = z.infer<typeof NewProductInput>

/**
 * Absent fields stay. Given `variants` replace all former ones: those without an id are new, and metadata of the others replaces
 * what they have. So do given options, which import files name by their titles.
 */
export const ProductChangeInput = z.strictObject({
  title: title.optional(),
  is_giftcard: BooleanInput.optional().describe(GIFT_CARDS),
  ...product,
  option_ids: many(IdInput).optional().describe('IDs of existing options.'),
  options: many(ProductOptionInput).optional(),
  variants: many(VariantInProduct).optional(),
})
export type ProductChangeInput = z.infer<typeof ProductChangeInput>

const NO_OPTIONS = "The 'options' property was removed in version 2.16.0. Please remove it from your request payload."
/** The same as requests send it. */
export const ProductUpdateInput = ProductChangeInput.extend({
  options: z
    .unknown()
    .refine((options) => options === undefined, { message: NO_OPTIONS, params: { saysAll: true } })
    .transform((): undefined => undefined)
    .optional()
    .describe("Refused, as in Medusa: set a product's options with `option_ids` and the routes of options."),
}).meta({ example: { tags: [{ id: demonstrationId('ptag', 1001) }] } })
