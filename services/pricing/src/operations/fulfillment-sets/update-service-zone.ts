import { updateServiceZone as contract, updateVendorServiceZone as vendorContract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentSetAnswer } from '../../answers/fulfillment-set.ts'
import type { Deps } from '../../deps.ts'
import { withZoneChanged } from '../../domain/fulfillment-sets/fulfillment-set.ts'
import { assertZone } from './assert-zone.ts'
import { assertOwnZone, ownSets } from './own-sets.ts'

export const updateServiceZone = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, newIds } = request
  const changed = await deps.fulfillmentSets.update(params.id, command, (set, { now }) => {
    assertZone(set, params.zone_id)
    return withZoneChanged(set, params.zone_id, body, { newId: newIds(), now })
  })
  return fulfillmentSetAnswer(changed, request, deps)
})

export const updateVendorServiceZone = implement(vendorContract, async (request, deps: Deps) => {
  const { params, body, command, newIds, deadline } = request
  const own = ownSets(request, deps)
  const room = await own.roomFor(params.id, deadline)
  const changed = await own.update(params.id, command, (set, { now }) => {
    assertOwnZone(set, params.zone_id)
    const next = withZoneChanged(set, params.zone_id, body, { newId: newIds(), now })
    room.assertFits(next, set)
    return next
  })
  return fulfillmentSetAnswer(changed, request, deps)
})
