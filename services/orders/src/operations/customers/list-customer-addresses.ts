import { listCustomerAddresses as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listCustomerAddresses = implement(contract, async ({ params, query, deadline }, { customers }: Deps) => {
  const { record } = await customers.get(params.id, deadline)
  const { records, ...page } = pageOf(record.addresses, query, searchOf(contract))
  return { addresses: records, ...page }
})
