import { settleProposal as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { reviewedProposal } from '../../domain/products/proposal.ts'

export const settleProposal = implement(contract, async ({ body: { product_id, ...review }, command }, deps: Deps) => {
  await deps.products.updateAlone(product_id, command, (product) => reviewedProposal(product, review))
  return {}
})
