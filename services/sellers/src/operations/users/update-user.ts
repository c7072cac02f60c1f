import { updateUser as contract } from '@souk/contracts'
import { Answer, implement, patch } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const updateUser = implement(contract, async ({ params, body, command }, { users }: Deps) => {
  const { record, revision } = await users.update(params.id, command, patch(body))
  return new Answer({ user: record }, { revision })
})
