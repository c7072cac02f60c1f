import { listCustomers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listCustomers = implement(contract, async ({ query, selection, deadline }, { customers }: Deps) => {
  const { records, ...page } = await customers.page(query, deadline, (all, until) =>
    customers.shown(all, { selection, deadline: until, viewer: 'all' }),
  )
  return { customers: records, ...page }
})
