import { findCustomerLogIn as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findCustomerLogIn = implement(contract, async ({ body, deadline }, { customers }: Deps) => ({
  identity_id: await customers.findLogIn(body.id, deadline),
}))
