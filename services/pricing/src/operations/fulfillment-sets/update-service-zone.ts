import { updateServiceZone as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentSetAnswer } from '../../answers/fulfillment-set.ts'
import type { Deps } from '../../deps.ts'
import { withZoneChanged } from '../../domain/fulfillment-sets/fulfillment-set.ts'
import { assertZone } from './assert-zone.ts'

export const updateServiceZone = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const changed = await deps.fulfillmentSets.update(params.id, command, (set, { now }) => {
    assertZone(set, params.zone_id)
    return withZoneChanged(set, params.zone_id, body, { newId: newIds(), now })
  })
  return fulfillmentSetAnswer(changed, request, deps)
})
