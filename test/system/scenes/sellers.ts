import { randomBytes } from 'node:crypto'
import { ids } from '../../../tools/seed/ids.ts'
import { addSeller } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const sellerIds: Ids = { own: async (system: System) => (await addSeller(system)).id }

/** A seller with records of its own; one that is not there has none. */
const ownerIds: Ids = { own: () => ids.seller, answered: 'with an empty list' }

export const sellers: Resource = {
  recorded: () => ({ sel: ids.seller }),
  operations: {
    'list-sellers': {},
    'get-seller': { ids: sellerIds },
    'update-seller': { ids: sellerIds, body: { description: 'Clothes made to last', store_status: 'INACTIVE' } },
    'invite-seller': {
      body: () => ({
        email: `${randomBytes(8).toString('hex')}@example.com`,
        registration_url: 'https://panel.example/register',
      }),
    },
    'list-seller-products': { ids: ownerIds },
    'list-seller-orders': { ids: ownerIds, query: `id=${ids.order}` },
    'list-seller-customer-groups': { ids: ownerIds },
    'get-onboarding': { itself: { onboarding: { seller_id: ids.seller } } },
    'recalculate-onboarding': { body: {} },
    'list-store-sellers': {},
    'get-store-seller': { params: { handle: 'linen-and-loom' } },
  },
}
