import { deleteProduct as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeListPrices } from '../prices-of-products.ts'
import { assertNoneReserved, removeItemsOf } from './leaving-items.ts'
import { removeOwnOptions } from './own-options.ts'

export const deleteProduct = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const [present] = await deps.products.findAlone([params.id], deadline)
  await assertNoneReserved(present?.variants ?? [], deps, deadline)
  const deleted = await deps.products.remove(params.id, command)
  const gone = deleted?.record.variants ?? []
  await removeListPrices(
    gone.map(({ id }) => id),
    command,
    deps,
  )
  await removeItemsOf(gone, command, deps)
  await removeOwnOptions(deleted?.record.options.map(({ id }) => id) ?? [], command, deps)
  return deletionAnswer('product', params.id, deleted)
})
