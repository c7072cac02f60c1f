import { batchVendorRequests as contract, notFound, sellerIdOf } from '@souk/contracts'
import { changeEach, doneInPart, implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'
import { deletedRequest, type RequestRecord, sellersRequestOf, withData } from '../../domain/requests/request.ts'
import { memberIdOf } from '../caller.ts'
import { assertAskable, assertRoomForRequests } from './assert-askable.ts'
import { assertChangeable } from './assert-changeable.ts'

/**
 * Changes, which may be refused, come first, and new requests last. Each takes effect once, however often it is repeated.
 * Refusals that follow from the current state come before any write; one that arises between the writes is answered unchanged.
 */
export const batchVendorRequests = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline } = request
  const { create = [], update = [], delete: gone = [] } = body
  const by = { seller_id: sellerIdOf(actor), submitter_id: memberIdOf(actor) }
  const newId = request.newIds()
  const now = new Date(command.op.at).toISOString()
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const made = create.map((one) => ({ id: newId('req'), ...sellersRequestOf(one.request, by), ...dates }) as RequestRecord)
  const next = new Map(update.map(({ id, request: change }) => [id, withData(change)]))
  const ids = update.map(({ id }) => id)
  const asked = [...create, ...update].map((one) => one.request)
  await Promise.all([
    assertChangeable({ ids, next, gone }, by.seller_id, deps, command),
    assertAskable(asked, by.seller_id, deps, deadline),
    assertRoomForRequests({ made: made.map(({ id }) => id), gone }, by.seller_id, deps, deadline),
  ])
  const own = deps.requests.ofSeller(by.seller_id)
  const changed = new Map<string, RequestRecord>()
  await doneInPart(command, async (all) => {
    await changeEach(ids, all, async (id, one) => {
      changed.set(id, (await own.update(id, one, next.get(id)!)).record)
    })
    await changeEach(gone, all, (id, one) => own.remove(id, { ...one, missing: isGone }, deletedRequest))
    await own.createAll(made, all, (refusal) => refusal)
  })
  const updated = update.map(({ id }) => shownRequest(changed.get(id)!))
  return { created: made.map(shownRequest), updated, deleted: gone }
})

/** An already deleted request counts as deleted by this batch. */
const isGone = () => notFound('The request is deleted')
