import { findCustomer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findCustomer = implement(contract, async ({ body, deadline }, { customers }: Deps) => {
  return { customer: await customers.findShown(body.id, { deadline, viewer: 'all', withOwners: true }) }
})
