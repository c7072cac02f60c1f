import { type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { type MemberRecord, memberWithSeller } from '../domain/sellers/seller.ts'
import type { FoundSeller } from '../stores/sellers.ts'

/** A member with its seller, whose document contains it: both have one revision. */
export const memberAnswer = (member: MemberRecord, { seller, revision }: FoundSeller, { selection }: { selection: Selection }) =>
  new Answer(() => ({ member: memberWithSeller(member, seller, wants(selection, 'seller.members')) }), { revision, from: seller })
