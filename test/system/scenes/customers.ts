import { ids, SEEDED_AT } from '../../../tools/seed/ids.ts'
import { addOrder } from '../records.ts'
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
const ofOwn: Play = () => ({})

export const customers: Resource = {
  recorded: () => ({ cus: ids.customer }),
  operations: {
    'list-customer-orders': {
      ids: customerIds,
      samples: {
        'mercur/41-OP-vendor-list-customer-orders-limit-offset': {
          play: ofOwn,
          may_lack: /^orders\[\]\.(\w+_address_id|no_notification|deleted_at|items|payment_status|fulfillment_status)$/,
        },
        'mercur/42-OP-vendor-list-customer-orders-fields-as-seed': { play: ofOwn, may_lack: /^orders\[\]\.items$/ },
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
