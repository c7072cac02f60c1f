import { beginProductImport, closeProductImport, invalidData, stageImportedProducts } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'
import { readProducts } from './read-products.ts'

const CALL_MS = 10_000

/**
 * Reads products from a file and hands them to `pricing`, which checks and keeps them until the import is confirmed.
 * @throws invalid_data naming the line
 */
export async function importProducts(bytes: AsyncIterable<Uint8Array>, originalname: string, bus: Pick<Bus, 'call'>) {
  const { id: import_id } = await bus.call(beginProductImport, { body: { originalname } }, ownEnvelope('gateway', CALL_MS))
  let first = 0
  for await (const products of readProducts(bytes)) {
    await bus.call(stageImportedProducts, { body: { import_id, first, products } }, ownEnvelope('gateway', CALL_MS))
    first += products.length
  }
  if (first === 0) throw invalidData('The file holds no products')
  const { to_create, to_update } = await bus.call(closeProductImport, { body: { import_id } }, ownEnvelope('gateway', CALL_MS))
  return { transaction_id: import_id, summary: { toCreate: to_create, toUpdate: to_update } }
}
