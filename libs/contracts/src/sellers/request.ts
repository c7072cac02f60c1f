import { z } from 'zod'
import { fieldTraits, Id, softDeletable } from '../fields/common.ts'
import { Member, Seller } from './seller.ts'

export const RequestStatus = z.enum(['pending', 'accepted', 'rejected'])
export type RequestStatus = z.infer<typeof RequestStatus>

/** The seller that is asked for, its owner, and the log-in that becomes the owner's. */
export const SellerRequestData = z
  .object({
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
    provider_identity_id: z.string().describe('The e-mail that logs in.'),
  })
  .register(fieldTraits, { value: true })
export type SellerRequestData = z.infer<typeof SellerRequestData>

/** A question to the marketplace, and an administrator's answer to it. */
export const SellerRequest = z
  .object({
    id: Id,
    type: z.string().describe('`seller`: to become one. There are no other types.'),
    data: SellerRequestData,
    submitter_id: Id.describe('The identity that asks.'),
    reviewer_id: Id.nullable(),
    reviewer_note: z.string().nullable(),
    status: RequestStatus.describe('`accepted` once the seller is there.'),
    ...softDeletable,
  })
  .meta({ id: 'SellerRequest' })
export type SellerRequest = z.infer<typeof SellerRequest>
