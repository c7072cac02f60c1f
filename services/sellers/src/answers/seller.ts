import { type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { shownSeller } from '../domain/sellers/seller.ts'
import type { FoundSeller } from '../stores/sellers.ts'

/** A seller, with its members if requested. */
export const sellerAnswer = ({ seller, revision }: FoundSeller, { selection }: { selection: Selection }) =>
  new Answer(() => ({ seller: shownSeller(seller, wants(selection, 'members')) }), { revision, from: seller })
