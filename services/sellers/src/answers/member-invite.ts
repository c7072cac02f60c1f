import { type MemberInvite, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { MemberInviteRecord } from '../domain/member-invites/member-invite.ts'
import { type SellerRecord, shownSeller } from '../domain/sellers/seller.ts'
import type { FoundSeller } from '../stores/sellers.ts'

interface Shown {
  selection: Selection
}

/** The invite, with its seller if requested. */
export function shownMemberInvite(
  { accepted_by: _, ...invite }: MemberInviteRecord,
  seller: SellerRecord,
  { selection }: Shown,
): MemberInvite {
  return { ...invite, seller: wants(selection, 'seller') ? shownSeller(seller, wants(selection, 'seller.members')) : null }
}

export const memberInviteAnswer = (
  { record, revision }: FoundRecord<MemberInviteRecord>,
  { seller, revision: others }: FoundSeller,
  shown: Shown,
) =>
  new Answer(
    { invite: shownMemberInvite(record, seller, shown) },
    { revision, ...(wants(shown.selection, 'seller') && { others: { seller: others } }) },
  )
