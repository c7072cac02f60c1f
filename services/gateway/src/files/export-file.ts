import { Readable } from 'node:stream'
import type {
  Actor,
  getInventoryItemExportPart,
  getOrderExportPart,
  getProductExportPart,
  getSellerProductExportPart,
} from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

const CALL_MS = 5000

/** An operation that reads a part of the file of an export. */
export type ReadExportPart =
  | typeof getProductExportPart
  | typeof getInventoryItemExportPart
  | typeof getOrderExportPart
  | typeof getSellerProductExportPart

/**
 * The file of an export, read part by part and no faster than it is taken.
 * @param actor absent: the gateway, for administrators @throws not_found
 */
export async function exportFile(
  export_id: string,
  operation: ReadExportPart,
  bus: Pick<Bus, 'call'>,
  actor?: Actor,
): Promise<{ filename: string; bytes: Readable }> {
  const read = (part: number) =>
    bus.call(operation, { body: { export_id, part } }, { ...ownEnvelope('gateway', CALL_MS), ...(actor && { actor }) })
  const first = await read(0)
  async function* texts() {
    let { text, next } = first
    yield text
    while (next !== null) {
      ;({ text, next } = await read(next))
      yield text
    }
  }
  return { filename: first.filename, bytes: Readable.from(texts()) }
}
