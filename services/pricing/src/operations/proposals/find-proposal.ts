import { findProposal as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { wholeProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

export const findProposal = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const [found] = await deps.products.findAlone([body.product_id], deadline)
  if (!found?.proposal || found.seller_id === null) return { proposal: null }
  const [product] = await wholeProducts([found], deps, deadline)
  const { proposal, seller_id, status } = found
  return { proposal: { ...proposal, seller_id, status, product: { ...product } } }
})
