import { findCustomerNames as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findCustomerNames = implement(contract, async ({ body, deadline }, { customers }: Deps) => ({
  customers: await customers.listNames(body.ids, deadline),
}))
