import { z } from 'zod'
import { asked, Id, IdInput, softDeletable } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'

export const StoreStatus = z.enum(['ACTIVE', 'INACTIVE', 'SUSPENDED'])
export type StoreStatus = z.infer<typeof StoreStatus>

/**
 * Every member may do what its seller may do; only owners and admins manage the seller's members, invites and own fields, and
 * only owners manage owners.
 */
export const MemberRole = z.enum(['owner', 'admin', 'member'])
export type MemberRole = z.infer<typeof MemberRole>

export const Seller = z
  .object({
    id: Id,
    store_status: StoreStatus.describe(
      'A store that is not active sells nothing, and can change only its orders and its own fields.',
    ),
    name: z.string(),
    handle: z.string().describe('Unique; derived from the name.'),
    description: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    photo: z.string().nullable().describe('URL.'),
    address_line: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country_code: z.string().nullable().describe('ISO 3166-1 alpha-2 code, in lower case.'),
    tax_id: z.string().nullable(),
    members: asked((): z.ZodType => z.array(SellerMember)),
    ...softDeletable,
  })
  .meta({ id: 'Seller' })
export type Seller = z.infer<typeof Seller>

const member = {
  id: Id,
  role: MemberRole,
  email: z.string().nullable(),
  name: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  photo: z.string().nullable().describe('URL.'),
  seller_id: Id,
  ...softDeletable,
}

/** A member as a record of its own, with its seller. */
export const Member = z.object({ ...member, seller: Seller.nullable() }).meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** A member in its seller's list. */
export const SellerMember = z.object({ ...member, seller: asked((): z.ZodType => Seller) }).meta({ id: 'SellerMember' })
export type SellerMember = z.infer<typeof SellerMember>

/** The parameters of a path below a seller. */
export const SellerParams = z.object({
  id: IdInput.meta({ description: 'ID of the seller', example: demonstrationId('sel', 1) }),
})
