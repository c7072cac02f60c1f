import { batchVendorProducts as contract, notAllowed } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { carryOutBatch } from '../product-batches/carry-out-batch.ts'
import { submitterOf } from '../submitter-of.ts'
import { assertOwnProducts, notOwnText } from './assert-own-products.ts'

const NEEDS_APPROVAL = 'At least one product status change is forbidden.'

export const batchVendorProducts = implement(contract, async (request, deps: Deps) => {
  const { update, delete: gone } = request.body
  const [configuration] = await Promise.all([deps.configurationRules.inForce(request.deadline), assertOwnProducts(request, deps)])
  const isPublishing = update.some(({ status }) => status === 'published')
  if (isPublishing && configuration.require_product_approval) throw notAllowed(NEEDS_APPROVAL)
  const missing = (id: string) => notAllowed(notOwnText([id]))
  const batch = { create: [], update, delete: gone, seller_id: null, missing }
  const { updated } = await carryOutBatch(batch, { ...request, ...submitterOf(request.actor) }, deps)
  return { updated: await shownProducts(updated, request, deps), deleted: gone }
})
