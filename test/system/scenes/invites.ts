import { randomBytes } from 'node:crypto'
import { addIdentity } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const anEmail = () => `${randomBytes(8).toString('hex')}@example.com`
async function addInvite(system: System): Promise<{ id: string; token: string }> {
  return (await system.http('POST', '/admin/invites', { body: { email: anEmail() } })).body.invite
}
const inviteIds: Ids = { own: async (system) => (await addInvite(system)).id }

export const invites: Resource = {
  operations: {
    'list-invites': {},
    'create-invite': { once: true, body: () => ({ email: anEmail(), metadata: { a: 1 } }) },
    'get-invite': { ids: inviteIds },
    'delete-invite': { ids: { ...inviteIds, answered: 'as deleted' } },
    'resend-invite': { ids: inviteIds },
    'accept-invite': {
      query: async (system) => `token=${(await addInvite(system)).token}`,
      once: 401,
      headers: async (system) => ({ authorization: `Bearer ${(await addIdentity(system)).token}` }),
      body: { first_name: 'Ada', last_name: 'Admin' },
    },
  },
}
