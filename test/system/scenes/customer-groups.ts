import { ids } from '../../../tools/seed/ids.ts'
import type { HttpOptions, System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const addGroup = async (system: System) =>
  (await made(system, '/admin/customer-groups', { name: aName('Group') }, 'customer_group')).id
const groupIds: Ids = { own: addGroup }

const addSellersGroup = (as: HttpOptions['as']) => async (system: System) =>
  (await made(system, '/vendor/customer-groups', { name: aName('Group') }, 'customer_group', { as })).id
const sellersIds: Ids = {
  own: addSellersGroup('seller'),
  foreign: () => ids.foreign_seller_customer_group,
  deleted: async (system) => [
    ...(await deleting('/vendor/customer-groups', addSellersGroup('seller'))(system)),
    ...(await deleting('/vendor/customer-groups', addSellersGroup('foreign_seller'), { as: 'foreign_seller' })(system)),
  ],
}
const change = { add: [ids.customer], remove: [ids.foreign_customer] }

export const customerGroups: Resource = {
  operations: {
    'list-customer-groups': {},
    'create-customer-group': { once: true, body: () => ({ name: aName('Group'), metadata: { a: 1 } }) },
    'get-customer-group': { ids: groupIds },
    'update-customer-group': { ids: groupIds, body: () => ({ name: aName('Group'), metadata: { a: 1 } }) },
    'delete-customer-group': { ids: { ...groupIds, answered: 'as deleted' } },
    'manage-customer-group-customers': { ids: groupIds, body: change },
    'list-vendor-customer-groups': {},
    'create-vendor-customer-group': { once: true, body: () => ({ name: aName('Group') }) },
    'get-vendor-customer-group': { ids: sellersIds },
    'update-vendor-customer-group': { ids: sellersIds, body: () => ({ name: aName('Group') }) },
    'delete-vendor-customer-group': { ids: sellersIds, once: 403 },
    'manage-vendor-customer-group-customers': { ids: sellersIds, body: change },
  },
}
