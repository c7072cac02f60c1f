import { randomBytes } from 'node:crypto'
import { ids, SEEDED_AT, seededId } from '../../../tools/seed/ids.ts'
import { addCustomer, addIdentity, addOrder } from '../records.ts'
import type { System } from '../system.ts'
import { ANONYMOUS, type Ids, type Play, type Resource } from './scene.ts'

const customerIds: Ids = {
  own: () => ids.customer,
  foreign: () => ids.foreign_customer,
  // A customer whose only order with the caller was deleted.
  async deleted(system) {
    await addOrder(system, { customer_id: 'cus_FORGOTTEN', deleted_at: SEEDED_AT })
    return ['cus_FORGOTTEN']
  },
  answered: 'with an empty list',
}
const refusedIds: Ids = { own: customerIds.own, foreign: customerIds.foreign!, deleted: customerIds.deleted! }
const ofOwn: Play = () => ({})

const adminIds: Ids = { own: async (system) => (await addCustomer(system)).id }
const address = { address_1: 'Street 2', country_code: 'de', is_default_shipping: true }
/** An address that every customer of the seed has, or none. */
const params = { address_id: seededId('cuaddr', 1) }
const asCustomer = async (system: System) => ({ authorization: `Bearer ${(await addCustomer(system)).token}` })
/** The one whose address the path names. */
const asSeeded = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })

export const customers: Resource = {
  recorded: () => ({ cus: ids.customer }),
  operations: {
    'list-customers': {},
    'create-customer': { body: { first_name: 'Nora', metadata: { a: 1 } } },
    'get-customer': { ids: adminIds },
    'update-customer': { ids: adminIds, body: { first_name: 'Nora', metadata: { a: 1 } } },
    'delete-customer': { ids: { ...adminIds, answered: 'as deleted' } },
    'manage-customer-groups-of-customer': { ids: adminIds, body: { add: [ids.customer_group], remove: [] } },
    'list-customer-addresses': { ids: adminIds },
    'create-customer-address': { ids: adminIds, body: address },
    'get-customer-address': { ids: { own: () => ids.customer }, params },
    'update-customer-address': { ids: { own: () => ids.customer }, params, body: { phone: '+49 30 654321' } },
    'delete-customer-address': { ids: adminIds, params: { address_id: 'cuaddr_gone' } },
    'register-customer': {
      once: 422,
      headers: async (system) => ({ authorization: `Bearer ${(await addIdentity(system, 'customer')).token}` }),
      body: () => ({ email: `${randomBytes(8).toString('hex')}@example.com`, first_name: 'Rosa' }),
      samples: {
        'medusa/06-store-create-customer': async (system, { request }) => ({
          headers: { authorization: `Bearer ${(await addIdentity(system, 'customer')).token}` },
          body: request.body,
        }),
      },
    },
    'get-own-customer': { headers: asSeeded },
    'update-own-customer': { headers: asCustomer, body: { first_name: 'Rosa', metadata: { a: 1 } } },
    'list-own-addresses': { headers: asSeeded },
    'create-own-address': { headers: asCustomer, body: address },
    'get-own-address': { headers: asSeeded, params },
    'update-own-address': { headers: asSeeded, params, body: { phone: '+49 30 654321' } },
    'delete-own-address': {
      once: 404,
      headers: asSeeded,
      async params(system) {
        const { customer } = (await system.http('POST', `/admin/customers/${ids.customer}/addresses`, { body: {} })).body
        return { address_id: customer.addresses.at(-1).id }
      },
    },
    'list-vendor-customers': { samples: { 'mercur/39-vendor-list-customers': ofOwn } },
    'get-vendor-customer': { ids: refusedIds },
    'manage-vendor-customer-groups-of-customer': { ids: refusedIds, body: { add: [ids.seller_customer_group], remove: [] } },
    'list-customer-orders': {
      ids: customerIds,
      samples: {
        'mercur/41-OP-vendor-list-customer-orders-limit-offset': {
          play: ofOwn,
          may_lack: /^orders\[\]\.(\w+_address_id|no_notification|deleted_at|items|payment_status|fulfillment_status)$/,
        },
        'mercur/42-OP-vendor-list-customer-orders-fields-as-seed': ofOwn,
        'mercur/42c-vendor-list-customer-orders-offset-past-end': ofOwn,
        'mercur/43-vendor-list-orders-unknown-customer': () => ({ id: 'cus_nope' }),
        'mercur/44-vendor-list-customer-orders-other-seller': () => ({ as: 'foreign_seller' }),
        'mercur/45-ERR-400-limit-not-number': {
          play: ofOwn,
          otherwise: {
            status: 400,
            type: 'invalid_data',
            message: "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'",
            because: 'it says what was sent, as Medusa 2.21 does',
          },
        },
        'mercur/45b-limit-negative': {
          play: ofOwn,
          otherwise: {
            status: 400,
            type: 'invalid_data',
            message: /^Invalid request: Expected type: 'number' for field 'limit'/,
            because: 'the peer crashes (500) on a negative limit',
          },
        },
        'mercur/45c-unknown-query-field': ofOwn,
        'mercur/46-ERR-401-list-orders': () => ANONYMOUS,
      },
    },
  },
}
