import { deleteTaxRegion as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteTaxRegion = implement(contract, async ({ params, command }, { taxes }: Deps) => {
  const deleted = await taxes.regions.remove(params.id, command)
  return deletionAnswer('tax_region', params.id, deleted)
})
