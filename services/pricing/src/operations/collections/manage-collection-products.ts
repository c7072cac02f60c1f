import { manageCollectionProducts as contract, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'
import { changeLinks, joining, leaving } from '../../stores/product-links.ts'

export const manageCollectionProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const collection = await deps.collections.find(params.id, deadline)
  if (!collection) throw notFound(`ProductCollection with id: ${params.id} was not found`)
  await changeLinks(deps.products, body, { adding: joining(params.id), removing: leaving(params.id) }, command)
  const [shown] = await withoutProducts([collection.record])
  return new Answer({ collection: shown! }, { revision: collection.revision })
})
