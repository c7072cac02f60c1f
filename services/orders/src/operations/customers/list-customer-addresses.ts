import { listCustomerAddresses as contract, listDeclarationOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listCustomerAddresses = implement(contract, async ({ params, query, deadline }, { customers }: Deps) => {
  const { record } = await customers.get(params.id, deadline)
  const { records, ...page } = pageOf(record.addresses, query, listDeclarationOf(contract).q)
  return { addresses: records, ...page }
})
