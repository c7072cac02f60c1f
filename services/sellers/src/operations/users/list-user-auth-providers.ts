import { listUserAuthProviders as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listUserAuthProviders = implement(contract, async ({ params, deadline }, { users, identities }: Deps) => {
  await users.get(params.id, deadline)
  const identity = await identities.findOfActor('user', params.id, deadline)
  return { providers: identity ? [identity.provider] : [] }
})
