import { forbidden, invalidData, type MemberRole, notAllowed, unauthorized } from '@souk/contracts'
import { findMember, type MemberRecord, type SellerRecord } from '../sellers/seller.ts'

/** Those who were members count as well: their ids stay theirs. */
const MAX_MEMBERS = 500

/** The living member who asks. @throws unauthorized when they are none any more */
export function askerOf(seller: SellerRecord, id: string): MemberRecord {
  const asker = findMember(seller, id)
  if (!asker) throw unauthorized()
  return asker
}

/** @throws forbidden for members who are neither owner nor admin */
export function assertManages({ role }: Pick<MemberRecord, 'role'>) {
  if (role === 'member') throw forbidden()
}

/** Owners are for owners alone. @param roles the present and the new role of the member. @throws forbidden */
export function assertMayTouch(asker: Pick<MemberRecord, 'role'>, roles: readonly MemberRole[]) {
  assertManages(asker)
  if (asker.role !== 'owner' && roles.includes('owner')) throw forbidden()
}

interface Asked {
  /** The ids of the member who asks, and of the member to be changed. */
  asker_id: string
  id: string
}

/**
 * The seller with one member changed; the very same seller when nothing changes.
 * @throws forbidden when there is no such member, or the one who asks may not do so; not_allowed when no owner would be left
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

/** The seller without a living member, who leaves or is removed. @throws as `withMember`, but invalid_data for the last owner */
export function withoutMember(seller: SellerRecord, { asker_id, id }: Asked, now: string): SellerRecord {
  const [asker, member] = [askerOf(seller, asker_id), memberOf(seller, id)]
  if (asker !== member) assertMayTouch(asker, [member.role])
  const without = replaced(seller, { ...member, updated_at: now, deleted_at: now })
  if (!hasOwner(without)) throw invalidData('Owner member cannot be deleted')
  return without
}

/**
 * The seller with a member more; the very same seller when it has been one already.
 * @throws invalid_data when the member is gone, or the seller has 500
 */
export function joinedBy(seller: SellerRecord, member: MemberRecord): SellerRecord {
  const present = seller.members.find(({ id }) => id === member.id)
  if (present?.deleted_at) throw invalidData('The invite has already been accepted')
  if (present) return seller
  if (seller.members.length >= MAX_MEMBERS) throw invalidData(`A seller has at most ${MAX_MEMBERS} members`)
  return { ...seller, members: [...seller.members, member] }
}

function memberOf(seller: SellerRecord, id: string): MemberRecord {
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
