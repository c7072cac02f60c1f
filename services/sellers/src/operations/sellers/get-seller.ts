import { getSeller as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { sellerAnswer } from '../../answers/seller.ts'
import type { Deps } from '../../deps.ts'

export const getSeller = implement(contract, async (request, { sellers }: Deps) => {
  const { id } = request.params
  const found = await sellers.find(id, request.deadline)
  if (!found || found.seller.deleted_at) throw notFound(`Seller id not found: ${id}`)
  return sellerAnswer(found, request)
})
