import { z } from 'zod'
import { asked, fieldTraits, Id, Metadata, softDeletable } from '../fields/common.ts'
import { Member, Seller } from './seller.ts'

export const RequestStatus = z.enum(['pending', 'accepted', 'rejected'])
export type RequestStatus = z.infer<typeof RequestStatus>

/** The requested seller, its owner, and the log-in that becomes the owner's. */
export const SellerRequestData = z.object({
  seller: Seller.pick({
    name: true,
    description: true,
    email: true,
    phone: true,
    photo: true,
    address_line: true,
    postal_code: true,
    city: true,
    state: true,
    country_code: true,
    tax_id: true,
  }),
  member: Member.pick({ name: true, email: true, bio: true, phone: true, photo: true }),
  auth_identity_id: Id,
  provider_identity_id: z.string().describe('The e-mail address used for log-in.'),
})
export type SellerRequestData = z.infer<typeof SellerRequestData>

/** The data of a request of any type, which has only the fields of its own type. */
const RequestData = SellerRequestData.extend({
  name: z.string().describe('For a category.'),
  title: z.string().describe('For a collection.'),
  value: z.string().describe('For a product type or tag.'),
  handle: z.string(),
  description: z.string().nullable(),
  parent_category_id: Id.nullable(),
  metadata: Metadata,
  collection_id: Id.nullable().describe('The collection to change; for a product: its own collection.'),
  product_id: Id.describe('The product, whose fields are those at the time of the proposal, with options and variants.'),
  review_id: Id.describe('The review to take down.'),
  reason: z.string(),
})
  .partial()
  .loose()
  .register(fieldTraits, { value: true })

/** A request to the marketplace, and an administrator's decision. */
export const SubmittedRequest = z
  .object({
    id: Id,
    type: z
      .string()
      .describe(
        '`seller`: to become a seller. Made by sellers: `product_category`, `product_collection`, `product_collection_update`, ' +
          '`product_type`, `product_tag` and `review_remove`; `product` for each proposed product.',
      ),
    data: RequestData.describe(
      "The requested content. For `seller`: the seller, its owner, and the log-in that becomes the owner's.",
    ),
    submitter_id: Id.describe('The identity that submitted it, or the member of the seller.'),
    reviewer_id: Id.nullable(),
    reviewer_note: z.string().nullable(),
    status: RequestStatus.describe('`accepted` once the requested change has been made.'),
    ...softDeletable,
  })
  .meta({ id: 'SubmittedRequest' })
export type SubmittedRequest = z.infer<typeof SubmittedRequest>

/** The same as shown to administrators. */
export const AdminRequest = SubmittedRequest.extend({
  seller: asked((): z.ZodType => Seller)
    .optional()
    .describe('The seller that submitted it; absent for a request to become one.'),
}).meta({ id: 'AdminRequest' })
export type AdminRequest = z.infer<typeof AdminRequest>
