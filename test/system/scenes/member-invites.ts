import { randomBytes } from 'node:crypto'
import { addIdentity, addMemberInvite } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const anEmail = () => `${randomBytes(8).toString('hex')}@example.com`
const own = async (system: System) => (await addMemberInvite(system)).id
const asForeign = ({ tokens }: System) => ({ headers: { authorization: `Bearer ${tokens.foreign_seller}` } })
const foreign = async (system: System) => (await addMemberInvite(system, 'member', asForeign(system))).id

async function deleted(system: System): Promise<string[]> {
  const mine = await own(system)
  await system.http('DELETE', `/vendor/invites/${mine}`)
  const theirs = await foreign(system)
  await system.http('DELETE', `/vendor/invites/${theirs}`, asForeign(system))
  return [mine, theirs]
}
const inviteIds: Ids = { own, foreign, deleted, answered: 'as deleted' }

export const memberInvites: Resource = {
  operations: {
    'list-member-invites': {},
    'create-member-invite': { once: true, body: () => ({ email: anEmail(), role: 'admin' }) },
    'delete-member-invite': { ids: inviteIds },
    'accept-member-invite': {
      body: async (system) => ({ token: (await addMemberInvite(system)).token, name: 'Bob' }),
      // A repeat by the same one is granted.
      headers: async (system) => ({ authorization: `Bearer ${(await addIdentity(system, 'seller')).token}` }),
    },
  },
}
