import { type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { shownSeller } from '../domain/sellers/seller.ts'
import type { FoundSeller } from '../stores/sellers.ts'

/** A seller, with its members where these are asked for. */
export const sellerAnswer = ({ seller, revision }: FoundSeller, { selection }: { selection: Selection }) =>
  new Answer(() => ({ seller: shownSeller(seller, wants(selection, 'members')) }), { revision, from: seller })
