import { setTimeout } from 'node:timers/promises'
import { type Actor, beginSellerProductExport, getSellerProductExportPart, OperationError } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

/** How long a client waits for its file, and how often it is looked for, in ms. */
const WRITTEN_MS = 20_000
const LOOK_MS = 250

/**
 * Has a file of the seller's products written.
 * @param waits whether to wait until it is written
 * @returns `is_written`: false where it takes longer, or is not waited for
 */
export async function exportSellerProducts(
  actor: Actor,
  bus: Pick<Bus, 'call'>,
  { waits }: { waits: boolean },
): Promise<{ id: string; is_written: boolean }> {
  const until = Date.now() + (waits ? WRITTEN_MS : 0)
  const envelope = () => ({ ...ownEnvelope('gateway', WRITTEN_MS), actor })
  const { id } = await bus.call(beginSellerProductExport, { body: {} }, envelope())
  const isWritten = () =>
    bus.call(getSellerProductExportPart, { body: { export_id: id, part: 0 } }, envelope()).then(() => true, unlessAbsent)

  let is_written = await isWritten()
  while (!is_written && Date.now() < until) {
    await setTimeout(LOOK_MS)
    is_written = await isWritten()
  }
  return { id, is_written }
}

function unlessAbsent(error: unknown): false {
  if (error instanceof OperationError && error.kind === 'not_found') return false
  throw error
}
