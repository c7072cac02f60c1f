import { getUser as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getUser = implement(contract, async ({ params, deadline }, { users }: Deps) => {
  const { record, revision } = await users.get(params.id, deadline)
  return new Answer({ user: record }, { revision })
})
