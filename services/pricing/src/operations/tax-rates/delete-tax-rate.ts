import { deleteTaxRate as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteTaxRate = implement(contract, async ({ params, command }, { taxes }: Deps) => {
  const deleted = await taxes.rates.remove(params.id, command)
  return deletionAnswer('tax_rate', params.id, deleted)
})
