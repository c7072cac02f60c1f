import { randomBytes } from 'node:crypto'
import { ids, SEEDED_AT } from '../../../tools/seed/ids.ts'
import { addIdentity, addRequest, addSellersRequest } from '../records.ts'
import type { System } from '../system.ts'
import { aName } from './made.ts'
import { bearing, type Ids, type Resource } from './scene.ts'

const own = async (system: System) => (await addRequest(system)).id
const requestIds: Ids = { own }
const sellersIds: Ids = {
  own: (system) => addSellersRequest(system),
  foreign: () => ids.foreign_sellers_request,
  deleted: async (system) => [
    await addSellersRequest(system, { deleted_at: SEEDED_AT }),
    await addSellersRequest(system, { deleted_at: SEEDED_AT, seller_id: ids.foreign_seller }),
  ],
}
const category = () => ({ type: 'product_category', data: { name: aName('Hats'), handle: '', description: 'Felt and straw' } })
const asNew = async (system: System) => ({ authorization: `Bearer ${(await addIdentity(system, 'seller')).token}` })

export const requests: Resource = {
  recorded: () => ({ req: ids.request }),
  operations: {
    'register-seller': {
      once: 409,
      headers: asNew,
      body: () => ({
        name: aName('Shop'),
        description: 'Clothes made to last',
        country_code: 'de',
        member: { name: 'Ann', email: `${randomBytes(8).toString('hex')}@example.com`, bio: 'Founder' },
      }),
      samples: {
        'mercur/01-vendor-create-seller': async (system, { request }) => ({
          ...bearing((await addIdentity(system, 'seller')).token),
          body: request.body,
        }),
      },
    },
    'list-requests': {},
    'get-request': { ids: requestIds },
    'review-request': {
      once: true,
      ids: requestIds,
      body: { status: 'accepted', reviewer_note: 'Welcome' },
      samples: {
        'mercur/02-admin-accept-seller-request': async (system, { request }) => {
          const id = await own(system)
          const path = request.path.split('/').at(-1)!
          return { id, body: request.body, names: { [path]: id } }
        },
      },
    },
    'list-vendor-requests': {},
    'create-vendor-request': { body: () => ({ request: category() }) },
    'get-vendor-request': { ids: sellersIds },
    'update-vendor-request': { ids: sellersIds, body: () => ({ request: category() }) },
    'batch-vendor-requests': {
      once: true,
      body: async (system) => ({
        create: [{ request: { type: 'product_tag', data: { value: aName('handmade'), metadata: { a: 1 } } } }],
        update: [{ id: await addSellersRequest(system), request: category() }],
        delete: [await addSellersRequest(system)],
      }),
    },
  },
}
