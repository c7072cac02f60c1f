import { listUsers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listUsers = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.users.page(query, deadline, async (users) => users)
  return { users: records, ...page }
})
