import { addPasswordToken } from '../records.ts'
import type { Resource } from './scene.ts'

export const passwords: Resource = {
  operations: {
    'reset-password': { params: { actor_type: 'user', auth_provider: 'emailpass' }, body: { identifier: 'nobody@example.com' } },
    'update-password': {
      params: { actor_type: 'user' },
      headers: async (system) => ({ authorization: `Bearer ${await addPasswordToken(system)}` }),
      body: { password: 'a password of their own' },
      once: 401,
    },
  },
}
