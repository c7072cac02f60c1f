import {
  type Actor,
  type ImportRow,
  invalidData,
  MOST_IMPORTED,
  MOST_IMPORTED_LINES,
  OperationError,
  importSellerProducts as operation,
} from '@souk/contracts'
import { ownEnvelope, type Reply } from '@souk/runtime'
import { type Forwarder, forward } from '../forwarding/forward.ts'
import { readProducts } from './read-products.ts'

/** Whose import it is, and of which request. */
interface Importing {
  actor: Actor
  request_id: string
}

/**
 * Reads products from a file of a seller's, and has them made and changed.
 * @returns the answer as `pricing` made it
 * @throws invalid_data that names the line which is wrong, and for too many products; payload_too_large; outcome_unknown
 */
export async function importSellerProducts(
  bytes: AsyncIterable<Uint8Array>,
  importing: Importing,
  forwarder: Forwarder,
): Promise<Reply> {
  const body = Buffer.from(JSON.stringify({ products: await readAll(bytes) }))
  const envelope = { ...ownEnvelope('gateway', operation.deadline_ms), ...importing }
  return forward(forwarder, operation, envelope, body).catch(inWordsOfImports)
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<ImportRow[][]> {
  const products: ImportRow[][] = []
  let lines = 0
  for await (const some of readProducts(bytes)) {
    products.push(...some)
    lines += some.flat().length
    if (products.length > MOST_IMPORTED) throw invalidData(`A file holds at most ${MOST_IMPORTED} products`)
    if (lines > MOST_IMPORTED_LINES) throw invalidData(`A file holds at most ${MOST_IMPORTED_LINES} lines, one for each variant`)
  }
  if (products.length === 0) throw invalidData('The file holds no products')
  return products
}

const TEXTS: Partial<Record<OperationError['kind'], string>> = {
  payload_too_large: 'The file holds more text than can be imported at once; please divide it',
  outcome_unknown: 'The import took too long; it may or may not have been carried out, which the list of products tells',
}

function inWordsOfImports(cause: unknown): never {
  const text = cause instanceof OperationError ? TEXTS[cause.kind] : undefined
  throw text === undefined ? cause : new OperationError((cause as OperationError).kind, text, { cause })
}
