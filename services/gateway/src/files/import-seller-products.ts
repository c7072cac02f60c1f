import {
  type Actor,
  type ImportRow,
  invalidData,
  MOST_IMPORTED,
  OperationError,
  importSellerProducts as operation,
} from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'
import { readProducts } from './read-products.ts'

/**
 * Reads products from a file of a seller's, and has them made and changed.
 * @throws invalid_data that names the line which is wrong, and for too many products; outcome_unknown
 */
export async function importSellerProducts(bytes: AsyncIterable<Uint8Array>, actor: Actor, bus: Pick<Bus, 'call'>) {
  const products: ImportRow[][] = []
  for await (const some of readProducts(bytes)) {
    products.push(...some)
    if (products.length > MOST_IMPORTED) throw invalidData(`A file holds at most ${MOST_IMPORTED} products`)
  }
  if (products.length === 0) throw invalidData('The file holds no products')
  const envelope = { ...ownEnvelope('gateway', operation.deadline_ms), actor }
  return bus.call(operation, { body: { products } }, envelope).catch(unlessUnknown)
}

/** A service that does not answer in time may carry it out all the same. */
function unlessUnknown(cause: unknown): never {
  if (!(cause instanceof OperationError) || (cause.kind !== 'unavailable' && cause.kind !== 'deadline_exceeded')) throw cause
  const text = 'The import took too long; it may or may not have been carried out, which the list of products tells'
  throw new OperationError('outcome_unknown', text, { cause })
}
