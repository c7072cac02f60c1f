import { getInvite as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inviteAnswer } from '../../answers/invite.ts'
import type { Deps } from '../../deps.ts'

export const getInvite = implement(contract, async ({ params, deadline }, { invites, signingKeys }: Deps) =>
  inviteAnswer(await invites.get(params.id, deadline), await signingKeys.current(deadline)),
)
