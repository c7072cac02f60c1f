import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Actor, beginSellerProductExport, getSellerProductExportPart } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

const CALL_MS = 5000
/** The interval, in ms, at which a file that is being written is polled. */
const LOOK_MS = 250

/** Requests a file of the seller's products. @returns the key that reads it for an hour, which is not stored */
export async function beginSellerExport(actor: Actor, bus: Pick<Bus, 'call'>): Promise<{ id: string; key: string }> {
  const key = randomBytes(32).toString('base64url')
  const body = { key_sha256: sha256Of(key) }
  const { id } = await bus.call(beginSellerProductExport, { body }, { ...ownEnvelope('gateway', CALL_MS), actor })
  return { id, key }
}

/** Reads parts of a seller's file, for a member of the seller or with its key. */
export const partsOfSellers =
  (export_id: string, by: { actor: Actor } | { key: string }, bus: Pick<Bus, 'call'>) => (part: number) => {
    const body = { export_id, part, ...('key' in by && { key_sha256: sha256Of(by.key) }) }
    const envelope = { ...ownEnvelope('gateway', CALL_MS), ...('actor' in by && { actor: by.actor }) }
    return bus.call(getSellerProductExportPart, { body }, envelope)
  }

/** Polls until a file is written or `ms` have passed. @returns whether it is written @throws not_found */
export async function isWrittenWithin(ms: number, read: ReturnType<typeof partsOfSellers>): Promise<boolean> {
  const until = Date.now() + ms
  let { is_written } = await read(0)
  while (!is_written && Date.now() < until) {
    await setTimeout(LOOK_MS)
    ;({ is_written } = await read(0))
  }
  return is_written
}

const sha256Of = (key: string) => createHash('sha256').update(key).digest('hex')
