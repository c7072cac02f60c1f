import { type NewProductInput, OperationError, type ProductChangeInput } from '@souk/contracts'
import { asOperationError, derivedOpId, type Fate, idsFrom, isRefusal, type Logger } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ImportedItem } from '../../stores/imported-items.ts'
import { changeProduct } from '../products/change-product.ts'
import { makeProduct, type Request } from '../products/make-product.ts'

const TRY_MS = 60_000
/** Pauses after each try of a product that failed through no fault of its own, in ms; after the last try it counts as failed. */
const TRY_AGAIN_MS = [500, 2000, 8000]
const FAILED = 'The product could not be made: an unknown error occurred, each time that it was tried.'

interface Trying {
  /** When the import began (epoch ms). */
  begun: number
  logger: Logger
}

/** Imports a product, and records the outcome. */
export async function tryItem(item: ImportedItem, { begun, logger }: Trying, deps: Deps): Promise<void> {
  const deadline = Date.now() + TRY_MS
  const { productImports } = deps
  try {
    const request = requestOf(item, begun, deadline)
    if (item.product_id === null) await makeProduct(item.input as NewProductInput, request, deps)
    else await changeProduct(item.product_id, item.input as ProductChangeInput, request, deps)
  } catch (thrown) {
    const error = asOperationError(thrown)
    if (isRefusal(error) && error.kind !== 'conflict')
      return productImports.settleItem(item._id, 'failed', Date.now() + TRY_MS, error.message)
    const { import_id, line, tries = 0 } = item
    logger.warn({ err: error, import_id, line, tries: tries + 1 }, 'a product of an import could not be created')
    return isOfService(error) ? later(item, tries, deps) : failedOnce(item, tries, error, deps)
  }
  await productImports.settleItem(item._id, item.product_id === null ? 'created' : 'updated', deadline)
}

/** Nothing is wrong with the product: it is retried until it is applied or refused. */
const isOfService = (error: unknown) =>
  error instanceof OperationError && (error.kind === 'unavailable' || error.kind === 'overloaded')

const later = ({ _id }: ImportedItem, tries: number, { productImports }: Deps) =>
  productImports.tryAgain(_id, { tries, try_at: Date.now() + TRY_AGAIN_MS.at(-1)! }, Date.now() + TRY_MS)

/** A conflict is not the product's fault, but one that was recorded with its op stays for good. */
function failedOnce({ _id }: ImportedItem, tries: number, error: unknown, { productImports }: Deps): Promise<void> {
  const pause = TRY_AGAIN_MS[tries]
  const deadline = Date.now() + TRY_MS
  return pause === undefined
    ? productImports.settleItem(_id, 'failed', deadline, isRefusal(error) ? error.message : FAILED)
    : productImports.tryAgain(_id, { tries: tries + 1, try_at: Date.now() + pause }, deadline)
}

function requestOf({ import_id, n }: ImportedItem, begun: number, deadline: number): Request {
  const op = derivedOpId(begun, 'import', import_id, String(n))
  const command = { op, deadline, fate: { is: 'open' } as Fate }
  return { command: command as Request['command'], deadline, newIds: () => idsFrom(op) }
}
