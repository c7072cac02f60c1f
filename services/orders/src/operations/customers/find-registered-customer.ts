import { findRegisteredCustomer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findRegisteredCustomer = implement(contract, async ({ body, deadline }, { customers }: Deps) => ({
  customer_id: await customers.findByIdentity(body.identity_id, deadline),
}))
