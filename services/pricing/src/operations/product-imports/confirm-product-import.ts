import { confirmProductImport as contract, notAllowed } from '@souk/contracts'
import { Answer, implement, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const confirmProductImport = implement(
  contract,
  async ({ params, command }, deps: Deps) => new Answer({}, { revision: await confirmed(params.id, command, deps) }),
)

/**
 * Confirms an import. Confirming it again is allowed, and it still runs only once. @returns its revision
 * @throws not_found; not_allowed while its file is being read
 */
export async function confirmed(id: string, command: RecordCommand, { productImports }: Pick<Deps, 'productImports'>) {
  const { revision } = await productImports.update(id, command, (present) => {
    if (present.status === 'reading') throw notAllowed('The file of this import was not read to its end')
    return present.status === 'waiting' ? { ...present, status: 'running' } : present
  })
  return revision
}
