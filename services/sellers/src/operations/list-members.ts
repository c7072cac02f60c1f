import { listMembers as contract, sellerIdOf, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { memberWithSeller } from '../domain/seller.ts'

/** Newest first, like every list. */
export const listMembers = implement(
  contract,
  async ({ query: { offset, limit }, actor, selection, deadline }, { sellers }: Deps) => {
    const seller = await sellers.find(sellerIdOf(actor), deadline)
    const members = (seller?.members ?? [])
      .filter(({ deleted_at }) => deleted_at === null)
      .sort((a, b) => (a.created_at === b.created_at ? compare(b.id, a.id) : compare(b.created_at, a.created_at)))

    const page = members
      .slice(offset, offset + limit)
      .map((member) => memberWithSeller(member, seller!, wants(selection, 'seller.members')))
    return { members: page, count: members.length, offset, limit }
  },
)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
