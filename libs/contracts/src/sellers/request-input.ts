import { z } from 'zod'
import { FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'

const text = FilledTextInput()
const handle = TextInput(255).describe('If empty, derived from the name')
const category = {
  name: text,
  handle,
  description: TextInput().optional(),
  parent_category_id: IdInput.nullable().optional(),
}
const collection = { title: text, handle }
const value = z.object({ value: text, metadata: MetadataInput.nullish() })
const removal = { review_id: IdInput.describe('A review of the seller or its products'), reason: TextInput() }

const ProductTypeInput = z.object({ type: z.literal('product_type'), data: value })
const ProductTagInput = z.object({ type: z.literal('product_tag'), data: value })

const ofCatalogue = [
  z.object({
    type: z.literal('product_category'),
    data: z.object({ ...category, parent_category_id: category.parent_category_id.default(null) }),
  }),
  z.object({ type: z.literal('product_collection'), data: z.object(collection) }),
  z.object({
    type: z.literal('product_collection_update'),
    data: z.object({ collection_id: IdInput, title: text.optional(), handle: handle.optional() }),
  }),
  ProductTypeInput,
  ProductTagInput,
] as const

/** The requests that are carried out by the catalogue. */
export const CatalogueRequestInput = z.discriminatedUnion('type', ofCatalogue)
export type CatalogueRequest = z.infer<typeof CatalogueRequestInput>

/** Everything that sellers can request from the marketplace. */
export const SellersRequestInput = z.discriminatedUnion('type', [
  ...ofCatalogue,
  z.object({ type: z.literal('review_remove'), data: z.object(removal) }),
])
export type SellersRequestInput = z.infer<typeof SellersRequestInput>

/** Changed data of a request of the same type; omitted fields stay. */
export const ChangedRequestInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product_category'), data: z.object(category).partial() }),
  z.object({ type: z.literal('product_collection'), data: z.object(collection).partial() }),
  z.object({ type: z.literal('review_remove'), data: z.object(removal).partial() }),
  ProductTypeInput,
  ProductTagInput,
])
export type ChangedRequestInput = z.infer<typeof ChangedRequestInput>
