import { ids, SEEDED_AT } from '../../../tools/seed/ids.ts'
import { addOrder, addReview } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const own = (system: System) => addReview(system)
const adminIds: Ids = { own }
const gone = (system: System, seller_id: string) =>
  addReview(system, { seller_id, reference_id: seller_id, deleted_at: SEEDED_AT })
const vendorIds: Ids = {
  own,
  foreign: () => ids.foreign_review,
  deleted: async (system) => [await gone(system, ids.seller), await gone(system, ids.foreign_seller)],
}
const asSeeded = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })
const said = { rating: 4, customer_note: 'Soft' }

export const reviews: Resource = {
  recorded: () => ({ rev: ids.review }),
  operations: {
    'list-reviews': {},
    'get-review': { ids: adminIds },
    'delete-review': { ids: { ...adminIds, answered: 'as deleted' } },
    'list-own-reviews': { headers: asSeeded },
    'create-own-review': {
      once: true,
      headers: asSeeded,
      body: async (system) => ({
        ...{ order_id: await addOrder(system), reference: 'product', reference_id: ids.product },
        ...said,
      }),
    },
    'get-own-review': { headers: asSeeded, ids: adminIds },
    'update-own-review': { headers: asSeeded, ids: adminIds, body: said },
    'delete-own-review': { once: 404, headers: asSeeded, ids: adminIds },
    'list-vendor-reviews': {},
    'get-vendor-review': { ids: vendorIds },
    'update-vendor-review': { ids: vendorIds, body: { seller_note: 'Thank you!' } },
  },
}
