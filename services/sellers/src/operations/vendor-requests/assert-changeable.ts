import { invalidData, OperationError } from '@souk/contracts'
import type { RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deletedRequest, type withData } from '../../domain/requests/request.ts'

interface Batch {
  /** The ids of the requests to change, each with its change in `next`. */
  ids: readonly string[]
  next: ReadonlyMap<string, ReturnType<typeof withData>>
  /** The ids of the requests to delete. */
  gone: readonly string[]
}

/**
 * Refuses a batch that the current state of its requests does not allow, before anything is written. Requests that an earlier
 * attempt has already changed are allowed.
 * @throws invalid_data for a request that is named twice, was reviewed or has another type; not_allowed for unknown ones and
 * those of other sellers alike, and for changes of deleted ones
 */
export async function assertChangeable(
  { ids, next, gone }: Batch,
  seller_id: string,
  { requests }: Pick<Deps, 'requests'>,
  command: RecordCommand,
): Promise<void> {
  const named = [...ids, ...gone]
  if (named.length === 0) return
  const twice = named.find((id, at) => named.indexOf(id) !== at)
  if (twice !== undefined) throw invalidData(`Request ${twice} is named twice`)
  const own = await requests.findOwn(seller_id, named, command)
  const known = new Map(own.map((one) => [one.record.id, one]))
  const isLeft = (id: string) => {
    const found = known.get(id)
    return !found || (next.has(id) && !found.isDone && found.record.deleted_at !== null)
  }
  const left = named.filter(isLeft)
  if (left.length > 0) throw new OperationError('not_allowed', `You are not allowed to modify requests: ${left.join(', ')}`)
  const now = new Date().toISOString()
  for (const { record, isDone } of own)
    if (!isDone && record.deleted_at === null) (next.get(record.id) ?? deletedRequest)(record, { now })
}
