import { deletionAnswer, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeListPrices } from '../prices-of-products.ts'
import { allLeaving, assertNoneReserved, removeItemsOf } from './leaving-items.ts'
import { removeOwnOptions } from './own-options.ts'

interface Request {
  params: { id: string }
  command: RecordCommand
  deadline: number
}

/**
 * Deletes a product, then what only it had: prices of lists, inventory items and options of its own. A repeat of the same request
 * does the rest after a failure.
 * @throws invalid_data while something is reserved of an inventory item that goes with it
 */
export async function removeProduct({ params, command, deadline }: Request, deps: Deps) {
  const [present] = await deps.products.findAlone([params.id], deadline)
  await assertNoneReserved(present?.variants ?? [], deps, deadline)
  const deleted = await deps.products.remove(params.id, command)
  const gone = deleted ? allLeaving(deleted.record) : []
  await removeListPrices(
    gone.map(({ id }) => id),
    command,
    deps,
  )
  await removeItemsOf(gone, command, deps)
  await removeOwnOptions(deleted?.record.options.map(({ id }) => id) ?? [], command, deps)
  return deletionAnswer('product', params.id, deleted)
}
