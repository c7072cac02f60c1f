import { batchVendorRequests as contract, invalidData, OperationError, sellerIdOf } from '@souk/contracts'
import { changeEach, implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'
import { deletedRequest, type RequestRecord, sellersRequestOf, withData } from '../../domain/requests/request.ts'
import { memberIdOf } from '../caller.ts'
import { assertAskable, assertRoomForRequests } from './assert-askable.ts'

/** Changes, which may be refused, come first, and new requests last. Each is done once, however often it is repeated. */
export const batchVendorRequests = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline } = request
  const { create = [], update = [], delete: gone = [] } = body
  const by = { seller_id: sellerIdOf(actor), submitter_id: memberIdOf(actor) }
  const newId = request.newIds()
  const now = new Date(command.op.at).toISOString()
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const made = create.map((one) => ({ id: newId('req'), ...sellersRequestOf(one.request, by), ...dates }) as RequestRecord)
  const changes = new Map(update.map(({ id, request: change }) => [id, change]))
  const asked = [...create, ...update].map((one) => one.request)
  await Promise.all([
    assertOwn([...update.map(({ id }) => id), ...gone], by.seller_id, deps, deadline),
    assertAskable(asked, by.seller_id, deps, deadline),
    assertRoomForRequests(
      made.map(({ id }) => id),
      by.seller_id,
      deps,
      deadline,
    ),
  ])
  const own = deps.requests.ofSeller(by.seller_id)
  const changed = new Map<string, RequestRecord>()
  await changeEach([...changes.keys()], command, async (id, one) => {
    changed.set(id, (await own.update(id, one, withData(changes.get(id)!))).record)
  })
  await changeEach(gone, command, (id, one) => own.remove(id, one, deletedRequest))
  await own.createAll(made, command, (refusal) => refusal)
  const updated = update.map(({ id }) => shownRequest(changed.get(id)!))
  return { created: made.map(shownRequest), updated, deleted: gone }
})

/** @throws invalid_data for a request that is named twice; not_allowed for those of other sellers, and for unknown ones alike */
async function assertOwn(ids: readonly string[], seller_id: string, { requests }: Deps, deadline: number): Promise<void> {
  if (ids.length === 0) return
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw invalidData(`Request ${twice} is named twice`)
  const own = await requests.ownIds(seller_id, ids, deadline)
  const others = ids.filter((id) => !own.has(id))
  if (others.length > 0) throw new OperationError('not_allowed', `You are not allowed to modify requests: ${others.join(', ')}`)
}
