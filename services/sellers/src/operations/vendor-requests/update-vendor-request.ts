import { updateVendorRequest as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'
import { withData } from '../../domain/requests/request.ts'
import { assertAskable } from './assert-askable.ts'

export const updateVendorRequest = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const seller_id = sellerIdOf(actor)
  await assertAskable([body.request], seller_id, deps, deadline)
  const { record, revision } = await deps.requests.ofSeller(seller_id).update(params.id, command, withData(body.request))
  return new Answer({ request: shownRequest(record) }, { revision })
})
