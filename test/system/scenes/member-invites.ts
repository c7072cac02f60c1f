import { randomBytes } from 'node:crypto'
import { ids } from '../../../tools/seed/ids.ts'
import { addIdentity, addMemberInvite } from '../records.ts'
import type { System } from '../system.ts'
import { bearing, type Ids, type Resource } from './scene.ts'

const anEmail = () => `${randomBytes(8).toString('hex')}@example.com`
const own = async (system: System) => (await addMemberInvite(system)).id
async function deleted(system: System): Promise<string[]> {
  const mine = await own(system)
  const asForeign = bearing(system.tokens.foreign_seller)
  const theirs = (await addMemberInvite(system, 'member', asForeign)).id
  await system.http('DELETE', `/vendor/invites/${mine}`)
  await system.http('DELETE', `/vendor/invites/${theirs}`, asForeign)
  return [mine, theirs]
}
const inviteIds: Ids = { own, foreign: () => ids.foreign_member_invite, deleted }

export const memberInvites: Resource = {
  operations: {
    'list-member-invites': {},
    'create-member-invite': { once: true, body: () => ({ email: anEmail(), role: 'admin' }) },
    'delete-member-invite': { once: 403, ids: inviteIds },
    'accept-member-invite': {
      body: async (system) => ({ token: (await addMemberInvite(system)).token, name: 'Bob' }),
      // A repeat by the same one is granted.
      headers: async (system) => ({ authorization: `Bearer ${(await addIdentity(system, 'seller')).token}` }),
    },
  },
}
