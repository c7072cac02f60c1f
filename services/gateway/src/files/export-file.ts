import { Readable } from 'node:stream'
import type { ExportPart, getInventoryItemExportPart, getOrderExportPart, getProductExportPart } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

const CALL_MS = 5000

/** An operation that reads a part of an export's file, for administrators. */
export type ReadExportPart = typeof getProductExportPart | typeof getInventoryItemExportPart | typeof getOrderExportPart

/** Reads a part of a file. @throws not_found */
export type ReadPart = (part: number) => Promise<ExportPart>

export const partsOf =
  (export_id: string, operation: ReadExportPart, bus: Pick<Bus, 'call'>): ReadPart =>
  (part) =>
    bus.call(operation, { body: { export_id, part } }, ownEnvelope('gateway', CALL_MS))

/** The file of an export, read part by part, no faster than it is consumed. @throws not_found */
export async function exportFile(read: ReadPart): Promise<{ filename: string; bytes: Readable }> {
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
