import { inviteSeller as contract, sellerInvitationCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const inviteSeller = implement(contract, async (request, { sellerInvitations }: Deps) => {
  const { email, registration_url = null } = request.body
  const id = request.newIds()('selinv')
  const events = [sellerInvitationCreated({ id, email, registration_url: registration_url ?? '' })]
  const { record } = await sellerInvitations.create({ email, registration_url }, request, events)
  return { invitation: { id: record.id, email: record.email, registration_url: record.registration_url } }
})
