import { listMembers as contract, searchOf, sellerIdOf, wants } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { memberWithSeller } from '../../domain/sellers/seller.ts'

/** A seller has at most 500 members, inside its own document. */
export const listMembers = implement(contract, async ({ query, actor, selection, deadline }, { sellers }: Deps) => {
  const seller = (await sellers.find(sellerIdOf(actor), deadline))?.seller
  const { records, ...page } = pageOf(seller?.members ?? [], query, searchOf(contract))
  const members = records.map((member) => memberWithSeller(member, seller!, wants(selection, 'seller.members')))
  return { members, ...page }
})
