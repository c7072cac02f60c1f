import { deleteTaxRegion as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteTaxRegion = implement(contract, async ({ params, command }, { taxes }: Deps) => {
  const deleted = await taxes.regions.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'tax_region' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
