import { createServiceZone as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentSetAnswer } from '../../answers/fulfillment-set.ts'
import type { Deps } from '../../deps.ts'
import { withZone } from '../../domain/fulfillment-sets/fulfillment-set.ts'

export const createServiceZone = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const missing = () => missingRelation('fulfillment_set_id', params.id)
  const changed = await deps.fulfillmentSets.update(params.id, { ...command, missing }, (set, { now }) =>
    withZone(set, body, { newId: newIds(), now }),
  )
  return fulfillmentSetAnswer(changed, request, deps)
})
