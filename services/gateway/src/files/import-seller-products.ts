import {
  type Actor,
  invalidData,
  MAX_IMPORTED,
  MAX_IMPORTED_LINES,
  MAX_IMPORTED_PRICES,
  OperationError,
  importSellerProducts as operation,
  pricesIn,
} from '@souk/contracts'
import { ownEnvelope, type Reply } from '@souk/runtime'
import { type Forwarder, forward } from '../forwarding/forward.ts'
import { readProducts } from './read-products.ts'

/** Most values in a file: a replica of `pricing` parses all of them at once, and their number costs more than their length. */
const MAX_VALUES = 200_000

/** The caller of an import, and its request. */
interface Importing {
  actor: Actor
  request_id: string
}

/**
 * Reads products from a seller's file, and has `pricing` create and update them.
 * @returns the reply of `pricing`
 * @throws invalid_data naming the line, and for too many products; payload_too_large; outcome_unknown
 */
export async function importSellerProducts(
  bytes: AsyncIterable<Uint8Array>,
  importing: Importing,
  forwarder: Forwarder,
): Promise<Reply> {
  const body = await bodyOf(bytes, forwarder)
  const envelope = { ...ownEnvelope('gateway', operation.deadline_ms), ...importing }
  return forward(forwarder, operation, envelope, body).catch(inWordsOfImports)
}

/** The serialized body of the request: text takes a tenth of the memory of the values of many short columns. */
async function bodyOf(bytes: AsyncIterable<Uint8Array>, { bus }: Forwarder): Promise<Buffer> {
  const products: string[] = []
  let [length, lines, prices, values] = [0, 0, 0, 0]
  for await (const batch of readProducts(bytes)) {
    const texts = batch.map((product) => JSON.stringify(product))
    products.push(...texts)
    const rows = batch.flat()
    lines += rows.length
    prices += pricesIn(rows)
    values += rows.reduce((sum, row) => sum + Object.keys(row.values).length, 0)
    length += texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
    if (products.length > MAX_IMPORTED) throw invalidData(`A file holds at most ${MAX_IMPORTED} products`)
    if (lines > MAX_IMPORTED_LINES) throw invalidData(`A file holds at most ${MAX_IMPORTED_LINES} lines, one for each variant`)
    if (prices > MAX_IMPORTED_PRICES) throw invalidData(`A file holds at most ${MAX_IMPORTED_PRICES} prices`)
    if (values > MAX_VALUES) throw invalidData(`A file holds at most ${MAX_VALUES} values`)
    if (!bus.takesBytes(length)) throw new OperationError('payload_too_large', TOO_LARGE)
  }
  if (products.length === 0) throw invalidData('The file holds no products')
  return Buffer.from(`{"products":[${products.join(',')}]}`)
}

const TOO_LARGE = 'The file holds more text than can be imported at once; please divide it'
const TEXTS: Partial<Record<OperationError['kind'], string>> = {
  payload_too_large: TOO_LARGE,
  outcome_unknown: 'The import took too long; it may or may not have been carried out, which the list of products tells',
}

function inWordsOfImports(cause: unknown): never {
  const text = cause instanceof OperationError ? TEXTS[cause.kind] : undefined
  throw text === undefined ? cause : new OperationError((cause as OperationError).kind, text, { cause })
}
