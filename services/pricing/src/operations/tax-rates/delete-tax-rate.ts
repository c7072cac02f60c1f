import { deleteTaxRate as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteTaxRate = implement(contract, async ({ params, command }, { taxes }: Deps) => {
  const deleted = await taxes.rates.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'tax_rate' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
