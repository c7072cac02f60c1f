import { deletePricePreference as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deletePricePreference = implement(contract, async ({ params, command }, { pricePreferences }: Deps) => {
  const deleted = await pricePreferences.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'price_preference' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
