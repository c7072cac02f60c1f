import { createVendorRequest as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'
import { sellersRequestOf } from '../../domain/requests/request.ts'
import { memberIdOf } from '../caller.ts'
import { assertAskable, assertRoomForRequests } from './assert-askable.ts'

export const createVendorRequest = implement(contract, async (request, deps: Deps) => {
  const { body, actor, newIds, deadline } = request
  const by = { seller_id: sellerIdOf(actor), submitter_id: memberIdOf(actor) }
  await Promise.all([
    assertAskable([body.request], by.seller_id, deps, deadline),
    assertRoomForRequests({ made: [newIds()('req')] }, by.seller_id, deps, deadline),
  ])
  const { record, revision } = await deps.requests.create(sellersRequestOf(body.request, by), request)
  return new Answer({ request: shownRequest(record) }, { revision })
})
