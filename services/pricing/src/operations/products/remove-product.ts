import { deletionAnswer, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertNoneReserved } from './leaving-items.ts'
import { removeParts } from './remove-parts.ts'

interface Request {
  params: { id: string }
  command: RecordCommand
  deadline: number
}

/**
 * Deletes a product, then its exclusive parts, those that are gone already aside.
 * @param missing the refusal of a product that is not there; default: none
 * @throws invalid_data while something is reserved of an inventory item that is removed with it
 */
export async function removeProduct({ params, command, deadline }: Request, deps: Deps, missing?: RecordCommand['missing']) {
  const [present] = await deps.products.findAlone([params.id], deadline)
  await assertNoneReserved(present?.variants ?? [], deps, deadline)
  const deleted = await deps.products.remove(params.id, { ...command, ...(missing && { missing }) })
  await removeParts(deleted ? [deleted.record] : [], command, deps)
  return deletionAnswer('product', params.id, deleted)
}
