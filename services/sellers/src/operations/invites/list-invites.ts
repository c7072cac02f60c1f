import { listInvites as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownInvite } from '../../answers/invite.ts'
import type { Deps } from '../../deps.ts'

export const listInvites = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const key = await deps.signingKeys.current(deadline)
  const { records, ...page } = await deps.invites.page(query, deadline, (invites) =>
    Promise.all(invites.map((invite) => shownInvite(invite, key))),
  )
  return { invites: records, ...page }
})
