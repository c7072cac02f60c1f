import { deleteProduct as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeListPrices } from '../prices-of-products.ts'

export const deleteProduct = implement(contract, async ({ params, command }, deps: Deps) => {
  const deleted = await deps.products.remove(params.id, command)
  await removeListPrices(deleted?.record.variants.map(({ id }) => id) ?? [], command, deps)
  const answer = { id: params.id, object: 'product' as const, deleted: true as const }
  return new Answer(answer, deleted && { revision: deleted.revision })
})
