import { ids } from '../../../tools/seed/ids.ts'
import { addOrder } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const addDraft = (system: System) => addOrder(system, { status: 'draft', is_draft_order: true, seller_id: null })
const draftIds: Ids = { own: addDraft }

export const draftOrders: Resource = {
  recorded: () => ({ draft: ids.draft_order }),
  operations: {
    'create-draft-order': {
      body: {
        ...{ region_id: ids.region, email: 'buyer@example.com', shipping_address: { country_code: 'de' } },
        items: [
          { variant_id: ids.variant, quantity: 1 },
          { title: 'Engraving', unit_price: 7, quantity: 1, metadata: { text: 'Ann' } },
        ],
        shipping_methods: [{ name: 'Parcel', shipping_option_id: ids.shipping_option, amount: 10 }],
        metadata: { a: 1 },
      },
    },
    'list-draft-orders': {},
    'get-draft-order': { ids: draftIds },
    'update-draft-order': {
      ids: draftIds,
      body: { email: 'new@example.com', metadata: { a: 1 }, shipping_address: { city: 'Bonn', country_code: 'fr' } },
    },
    'delete-draft-order': { once: 404, ids: draftIds },
    'convert-draft-order': { once: true, ids: draftIds },
  },
}
