import { deleteServiceZone as contract, deleteVendorServiceZone as vendorContract } from '@souk/contracts'
import { Answer, deletionAnswer, implement, type RecordCommand } from '@souk/runtime'
import { othersOf, shownFulfillmentSets } from '../../answers/fulfillment-set.ts'
import type { Deps } from '../../deps.ts'
import { type FulfillmentSetRecord, withoutZone } from '../../domain/fulfillment-sets/fulfillment-set.ts'
import { ownOptions } from '../shipping-options/own-options.ts'
import { assertZone } from './assert-zone.ts'
import { assertOwnZone, ownSets } from './own-sets.ts'
import { refusedAfter, removeOptionsOf } from './remove-fulfillment-sets.ts'

/**
 * The zone is removed first, so that no option can be added to it meanwhile. The answer shows the set as it was, with the zone,
 * as with the peers; a repeat shows it without.
 */
export const deleteServiceZone = implement(contract, async (request, deps: Deps) => {
  const { params, command, selection, deadline } = request
  let before: FulfillmentSetRecord | undefined
  const { record, revision } = await deps.fulfillmentSets.update(params.id, command, (set) => {
    assertZone(set, params.zone_id)
    before = set
    return withoutZone(set, params.zone_id)
  })
  await removeOptionsOf([params.zone_id], command, deps)
  const [parent] = await shownFulfillmentSets([before ?? record], { selection, deadline, at: '' }, deps)
  return new Answer(
    { id: params.zone_id, object: 'service_zone' as const, deleted: true as const, parent: parent! },
    { revision, others: othersOf(selection) },
  )
})

/** The same, without the set in the answer. */
export const deleteVendorServiceZone = implement(vendorContract, async (request, deps: Deps) => {
  const { params, command } = request
  const withoutOwn = (set: FulfillmentSetRecord) => {
    assertOwnZone(set, params.zone_id)
    return withoutZone(set, params.zone_id)
  }
  const removeRest = async (own: RecordCommand) => {
    const [living] = await deps.fulfillmentSets.list({ 'service_zones.id': params.zone_id }, own.deadline)
    const shippingOptions = { ...deps.shippingOptions, list: ownOptions(request, deps).list }
    if (!living) await removeOptionsOf([params.zone_id], own, { shippingOptions })
  }
  const changed = ownSets(request, deps).update(params.id, command, withoutOwn)
  const { revision } = await changed.catch(refusedAfter(removeRest, command))
  await removeOptionsOf([params.zone_id], command, deps)
  return deletionAnswer('service_zone', params.zone_id, { revision })
})
