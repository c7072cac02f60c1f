import { manageVendorCollectionProducts as contract, forbidden, notFound, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeLinks, joining, leaving } from '../../stores/product-links.ts'
import { ownProductsWith } from './own-products-with.ts'

export const manageVendorCollectionProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const ids = [...(body.add ?? []), ...(body.remove ?? [])]
  const [collection, isOwn] = await Promise.all([
    deps.collections.find(params.id, deadline),
    deps.products.ofSeller(sellerIdOf(actor)).owns(ids, deadline),
  ])
  if (!isOwn) throw forbidden()
  if (!collection) throw notFound(`ProductCollection with id: ${params.id} was not found`)
  await changeLinks(deps.products, body, { adding: joining(params.id), removing: leaving(params.id) }, command)
  return ownProductsWith('collection_id', request, deps)
})
