import { listOwnAddresses as contract, listDeclarationOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownCustomerId } from '../../domain/customers/own-id.ts'

export const listOwnAddresses = implement(contract, async ({ query, actor, deadline }, { customers }: Deps) => {
  const { record } = await customers.get(ownCustomerId(actor), deadline)
  const { records, count } = pageOf(record.addresses, query, listDeclarationOf(contract).q)
  return { addresses: records, count, offset: query.offset, limit: query.limit }
})
