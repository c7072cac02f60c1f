import { ids } from '../../../tools/seed/ids.ts'
import { addDeletedMember, addMember, tokenOf } from '../records.ts'
import type { System } from '../system.ts'
import { ANONYMOUS, bearing, type Ids, type Resource } from './scene.ts'

const memberIds: Ids = {
  own: () => ids.member,
  foreign: () => ids.foreign_member,
  deleted: async (system) => [await addDeletedMember(system), await addDeletedMember(system, ids.foreign_seller)],
}

export const members: Resource = {
  recorded: () => ({ mem: ids.member }),
  operations: {
    'get-member': {
      ids: memberIds,
      samples: {
        'mercur/10-OP-vendor-get-member': () => ({}),
        'mercur/11-ERR-get-member-missing': () => ({ id: 'mem_nope' }),
        'mercur/12-ERR-get-member-of-other-seller': () => ({ id: ids.foreign_member }),
        'mercur/13-ERR-401-get-member-no-token': () => ANONYMOUS,
        'mercur/13b-ERR-401-get-member-bad-token': () => bearing('nonsense'),
        'mercur/13c-ERR-get-member-admin-token': ({ tokens }) => bearing(tokens.admin),
        'mercur/14-OP-get-member-fields': { play: () => ({}), may_lack: /^member\.seller_id$/ },
      },
    },
    'update-member': {
      ids: { ...memberIds, own: (system: System) => addMember(system) },
      body: { name: 'Ann', bio: 'New here' },
    },
    'delete-member': { once: 403, ids: { ...memberIds, own: (system: System) => addMember(system) } },
    'list-members': {
      at_first: 1,
      samples: { 'mercur/04-vendor-list-members': () => ({}) },
    },
    'get-own-member': { itself: { member: { id: ids.member, seller_id: ids.seller } } },
    'update-own-seller': { body: { description: 'Clothes made to last', phone: '+49 30 123456' } },
    'get-own-seller': {
      itself: { seller: { id: ids.seller } },
      samples: {
        'mercur/00b-ERR-403-seller-not-yet-approved': async (system) =>
          bearing(await tokenOf(system, { actor_type: 'seller', actor_id: '' })),
        'mercur/03-vendor-sellers-me': () => ({}),
      },
    },
  },
}
