import { randomBytes } from 'node:crypto'
import { ids } from '../../../tools/seed/ids.ts'
import { tokenOf } from '../records.ts'
import type { System } from '../system.ts'
import { asRecorded, type Resource } from './scene.ts'

const byAdministrator = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.admin}` })
const ofAdministrator = ({ facts, secrets }: System) => ({ email: facts.admin.email, password: secrets.admin_password })
/** More than any test needs. */
const sessionTokens = (system: System) =>
  Promise.all(Array.from({ length: 500 }, () => tokenOf(system, { actor_type: 'user', actor_id: ids.admin })))

export const auth: Resource = {
  operations: {
    'log-in': {
      params: { actor_type: 'user' },
      body: ofAdministrator,
      samples: { 'medusa/00-auth-admin-login': (system) => ({ body: ofAdministrator(system) }) },
    },
    register: {
      params: { actor_type: 'customer' },
      body: {
        // An e-mail is taken once.
        get email() {
          return `${randomBytes(8).toString('hex')}@example.com`
        },
        password: 'correct horse',
      },
      samples: {
        'mercur/00-auth-seller-register': (system, sample) => ({
          ...asRecorded(system, sample),
          params: { actor_type: 'seller' },
        }),
      },
    },
    'refresh-token': { headers: byAdministrator },
    'create-session': { headers: byAdministrator },
    'delete-session': {
      async headers(system) {
        const tokens = await sessionTokens(system)
        return {
          // A session ends once.
          get cookie() {
            return `connect.sid=${tokens.pop()}`
          },
        }
      },
    },
    'list-auth-providers': { params: { actor_type: 'user' } },
  },
}
