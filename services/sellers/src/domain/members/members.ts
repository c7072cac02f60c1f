import { forbidden, invalidData, type MemberRole, notAllowed, unauthorized } from '@souk/contracts'
import { findMember, type MemberRecord, type SellerRecord } from '../sellers/seller.ts'

/** Former members count as well: they keep their ids. */
const MAX_MEMBERS = 500

/** The calling member. @throws unauthorized if they are no longer a member */
export function askerOf(seller: SellerRecord, id: string): MemberRecord {
  const asker = findMember(seller, id)
  if (!asker) throw unauthorized()
  return asker
}

/** @throws forbidden for members who are neither owner nor admin */
export function assertManages({ role }: Pick<MemberRecord, 'role'>) {
  if (role === 'member') throw forbidden()
}

/** Only owners may touch owners. @param roles the current and the new role of the member @throws forbidden */
export function assertMayTouch(asker: Pick<MemberRecord, 'role'>, roles: readonly MemberRole[]) {
  assertManages(asker)
  if (asker.role !== 'owner' && roles.includes('owner')) throw forbidden()
}

interface Asked {
  /** The ids of the calling member, and of the member to change. */
  asker_id: string
  id: string
}

/**
 * The seller with one member changed; the same object if nothing changes.
 * @throws forbidden if there is no such member, or the caller may not do this; not_allowed if no owner would be left
 */
export function withMember(
  seller: SellerRecord,
  { asker_id, id }: Asked,
  change: (member: MemberRecord) => MemberRecord,
  now: string,
): SellerRecord {
  const [asker, member] = [askerOf(seller, asker_id), memberOf(seller, id)]
  const changed = change(member)
  if (changed === member) return seller
  const isOwnProfile = asker === member && changed.role === member.role
  if (!isOwnProfile) assertMayTouch(asker, [member.role, changed.role])
  return withOwner(replaced(seller, { ...changed, updated_at: now }))
}

/** The seller without a current member, who leaves or is removed. @throws as `withMember`, but invalid_data for the last owner */
export function withoutMember(seller: SellerRecord, { asker_id, id }: Asked, now: string): SellerRecord {
  const [asker, member] = [askerOf(seller, asker_id), memberOf(seller, id)]
  if (asker !== member) assertMayTouch(asker, [member.role])
  const without = replaced(seller, { ...member, updated_at: now, deleted_at: now })
  if (!hasOwner(without)) throw invalidData('Owner member cannot be deleted')
  return without
}

/**
 * The seller with another member; the same object if it already is one.
 * @throws unauthorized once the seller's access was revoked; invalid_data if the member was removed, or the seller has 500
 */
export function joinedBy(seller: SellerRecord, member: MemberRecord): SellerRecord {
  if (seller.access_revoked_at) throw unauthorized()
  const present = seller.members.find(({ id }) => id === member.id)
  if (present?.deleted_at) throw invalidData('The invite has already been accepted')
  if (present) return seller
  if (seller.members.length >= MAX_MEMBERS) throw invalidData(`A seller has at most ${MAX_MEMBERS} members`)
  return { ...seller, members: [...seller.members, member] }
}

/** One of the seller's present members. @throws forbidden if there is no such member */
export function memberOf(seller: SellerRecord, id: string): MemberRecord {
  const member = findMember(seller, id)
  if (!member) throw forbidden()
  return member
}

const replaced = (seller: SellerRecord, changed: MemberRecord): SellerRecord => ({
  ...seller,
  members: seller.members.map((member) => (member.id === changed.id ? changed : member)),
})

const hasOwner = ({ members }: SellerRecord) => members.some(({ role, deleted_at }) => role === 'owner' && deleted_at === null)

function withOwner(seller: SellerRecord): SellerRecord {
  if (hasOwner(seller)) return seller
  throw notAllowed('A seller has at least one owner: make another member the owner first')
}
