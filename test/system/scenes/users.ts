import { ids } from '../../../tools/seed/ids.ts'
import { addAdministrator } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const userIds: Ids = { own: async (system: System) => (await addAdministrator(system)).id }

export const users: Resource = {
  recorded: () => ({ user: ids.admin }),
  operations: {
    'get-own-user': {},
    'list-users': {},
    'get-user': {
      ids: userIds,
      samples: {
        'medusa/40-admin-get-user': () => ({ id: ids.admin }),
        'medusa/41-ERR-404-user-missing': () => ({ id: 'user_nope' }),
      },
    },
    'update-user': { ids: userIds, body: { first_name: 'Ada', metadata: { a: 1 } } },
    'delete-user': { ids: { ...userIds, answered: 'as deleted' } },
    'list-user-auth-providers': { ids: userIds },
    'create-user-password-token': { ids: userIds },
  },
}
