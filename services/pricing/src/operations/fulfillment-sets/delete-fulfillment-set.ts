import { deleteFulfillmentSet as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeFulfillmentSets } from './remove-fulfillment-sets.ts'

export const deleteFulfillmentSet = implement(contract, async ({ params, command }, deps: Deps) => {
  const deleted = await removeFulfillmentSets(params.id, command, deps)
  return new Answer(
    { id: params.id, object: 'fulfillment_set' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
