import { listOwnAddresses as contract, customerIdOf, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listOwnAddresses = implement(contract, async ({ query, actor, deadline }, { customers }: Deps) => {
  const { record } = await customers.get(customerIdOf(actor), deadline)
  const { records, ...page } = pageOf(record.addresses, query, searchOf(contract))
  return { addresses: records, ...page }
})
