import { resendInvite as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inviteAnswer } from '../../answers/invite.ts'
import type { Deps } from '../../deps.ts'
import { sendingAgain } from '../../domain/invites/invite.ts'

export const resendInvite = implement(contract, async ({ params, command }, deps: Deps) =>
  inviteAnswer(await deps.invites.update(params.id, command, sendingAgain), deps),
)
