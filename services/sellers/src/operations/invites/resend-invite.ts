import { resendInvite as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inviteAnswer } from '../../answers/invite.ts'
import type { Deps } from '../../deps.ts'
import { sendingAgain } from '../../domain/invites/invite.ts'

export const resendInvite = implement(contract, async ({ params: { id }, command, deadline }, deps: Deps) => {
  const missing = () => invalidData(`The following invites do not exist: ${id}`)
  const key = await deps.signingKeys.current(deadline)
  return inviteAnswer(await deps.invites.update(id, { ...command, missing }, sendingAgain), key)
})
