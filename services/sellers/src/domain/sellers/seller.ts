import { type AccessValue, type Member, notFound, type Seller, type SellerMember, StoreSeller } from '@souk/contracts'

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

/** Whether the public may see it. */
export const isOpen = ({ store_status, deleted_at }: Pick<Seller, 'store_status' | 'deleted_at'>) =>
  store_status === 'ACTIVE' && !deleted_at

/** The rule of gateways for a seller's members; undefined for a seller that may do everything. */
export const restrictionOf = (seller: Pick<Seller, 'store_status' | 'deleted_at'>): AccessValue<'seller'> | undefined =>
  isOpen(seller) ? undefined : { store_status: seller.store_status, ...(seller.deleted_at && { deleted: true as const }) }

const PUBLIC = Object.keys(StoreSeller.shape) as (keyof StoreSeller)[]

/** The seller as the public may see it: the fields of that, and no others. */
export const publicSeller = (seller: SellerRecord) =>
  Object.fromEntries(PUBLIC.map((name) => [name, seller[name]])) as unknown as StoreSeller

/** The refusal of a seller that is not there, or not for who asks. */
export const unknownSeller = (by: 'id' | 'handle', value: string) => notFound(`Seller with ${by}: ${value} not found`)
