import { createServiceZone as contract, missingRelation, createVendorServiceZone as vendorContract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentSetAnswer } from '../../answers/fulfillment-set.ts'
import type { Deps } from '../../deps.ts'
import { withZone } from '../../domain/fulfillment-sets/fulfillment-set.ts'
import { assertZonesFit } from '../../domain/fulfillment-sets/set-size.ts'
import { ownSets } from './own-sets.ts'

export const createServiceZone = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const missing = () => missingRelation('fulfillment_set_id', params.id)
  const changed = await deps.fulfillmentSets.update(params.id, { ...command, missing }, (set, { now }) =>
    withZone(set, body, { newId: newIds(), now }),
  )
  return fulfillmentSetAnswer(changed, request, deps)
})

export const createVendorServiceZone = implement(vendorContract, async (request, deps: Deps) => {
  const { params, body, command, newIds, deadline } = request
  const own = ownSets(request, deps)
  const room = await own.roomFor(params.id, deadline)
  const changed = await own.update(params.id, command, (set, { now }) => {
    const next = withZone(set, body, { newId: newIds(), now })
    assertZonesFit(next, set)
    room.assertFits(next, set)
    return next
  })
  return fulfillmentSetAnswer(changed, request, deps)
})
