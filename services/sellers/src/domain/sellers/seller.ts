import type { Member, Seller, SellerMember } from '@souk/contracts'

/** A seller as it is kept, with its members inside. */
export type SellerRecord = Omit<Seller, 'members'> & { members: MemberRecord[] }
export type MemberRecord = Omit<SellerMember, 'seller'>

/** A living member of this seller; undefined for unknown and deleted ones alike. */
export const findMember = (seller: SellerRecord, id: string): MemberRecord | undefined =>
  seller.members.find((member) => member.id === id && member.deleted_at === null)

/** The member as it is shown: with its seller, whose own members are shown only when `fields` asks for them. */
export const memberWithSeller = (member: MemberRecord, seller: SellerRecord, withMembers: boolean): Member => ({
  ...member,
  seller: shownSeller(seller, withMembers),
})

/** The seller as it is shown, its living members only when `fields` asks for them. */
export function shownSeller({ members, ...seller }: SellerRecord, withMembers: boolean): Seller {
  const shown = withMembers
    ? members.filter(({ deleted_at }) => deleted_at === null).map((one) => ({ ...one, seller: null }))
    : null
  return { ...seller, members: shown }
}
