import { type AccessValue, type Member, notFound, type Seller, type SellerMember, StoreSeller } from '@souk/contracts'

/** A seller as stored, including its members. */
export type SellerRecord = Omit<Seller, 'members'> & {
  members: MemberRecord[]
  /** When the access of its members was revoked for good; absent: it was not. */
  access_revoked_at?: string
}
export type MemberRecord = Omit<SellerMember, 'seller'>

/** A member of this seller; undefined for unknown and deleted ones alike. */
export const findMember = (seller: SellerRecord, id: string): MemberRecord | undefined =>
  seller.members.find((member) => member.id === id && member.deleted_at === null)

/** The member as shown: with its seller, whose members are included only if `fields` requests them. */
export const memberWithSeller = (member: MemberRecord, seller: SellerRecord, withMembers: boolean): Member => ({
  ...member,
  seller: shownSeller(seller, withMembers),
})

/** The seller as shown; its members, without deleted ones, are included only if `fields` requests them. */
export function shownSeller({ members, access_revoked_at: _, ...seller }: SellerRecord, withMembers: boolean): Seller {
  const shown = withMembers
    ? members.filter(({ deleted_at }) => deleted_at === null).map((one) => ({ ...one, seller: null }))
    : null
  return { ...seller, members: shown }
}

/** The seller whose members can no longer log in, and whom nobody can join; the same object if it already is. */
export const withoutAccess = (seller: SellerRecord, now: string): SellerRecord =>
  seller.access_revoked_at ? seller : { ...seller, access_revoked_at: now, updated_at: now }

/** Whether the public may see it. */
export const isOpen = ({ store_status, deleted_at }: Pick<Seller, 'store_status' | 'deleted_at'>) =>
  store_status === 'ACTIVE' && !deleted_at

/** The restriction that gateways apply to a seller's members; undefined for an unrestricted seller. */
export const restrictionOf = (seller: Pick<Seller, 'store_status' | 'deleted_at'>): AccessValue<'seller'> | undefined =>
  isOpen(seller) ? undefined : { store_status: seller.store_status, ...(seller.deleted_at && { deleted: true as const }) }

const PUBLIC = Object.keys(StoreSeller.shape) as (keyof StoreSeller)[]

/** The seller as the public may see it, with the public fields only. */
export const publicSeller = (seller: SellerRecord) =>
  Object.fromEntries(PUBLIC.map((name) => [name, seller[name]])) as unknown as StoreSeller

/** The refusal for a seller that does not exist, or that the caller may not see. */
export const unknownSeller = (by: 'id' | 'handle', value: string) => notFound(`Seller with ${by}: ${value} not found`)
