import { listSellers as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownSeller } from '../../domain/sellers/seller.ts'

export const listSellers = implement(contract, async ({ query, selection, deadline }, { sellers }: Deps) => {
  const withMembers = wants(selection, 'members')
  const { records, ...page } = await sellers.page(query, deadline, async (found) =>
    found.map((seller) => shownSeller(seller, withMembers)),
  )
  return { sellers: records, ...page }
})
