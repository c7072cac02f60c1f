import type { CustomerGroupRecord } from '../../services/orders/src/domain/customers/customer-record.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import type { System } from './system.ts'

/** From whom a secret is hidden. */
type HiddenFrom = 'storefront' | 'storefront but its own customer' | 'storefront and seller'

const DATES = { created_at: SEEDED_AT, updated_at: SEEDED_AT, deleted_at: null }
const STRANGERS = ['cus_stranger', 'cus_of_other_seller']
const UNKNOWN = { last_name: null, company_name: null, default_billing_address_id: null, default_shipping_address_id: null }
const ADDRESS = {
  ...{ address_name: null, first_name: null, last_name: null, phone: null, company: null, address_2: null, city: 'Berlin' },
  ...{ country_code: 'de', province: null, postal_code: '10115', is_default_shipping: true, is_default_billing: true },
  ...{ metadata: null, ...DATES },
}

/** Secrets of people and groups, none of which begins like another. */
function createSecrets() {
  const secrets: { what: string; value: string; from: HiddenFrom }[] = []
  const hide = (from: HiddenFrom) => (what: string) => {
    const value = `hidden${secrets.length}#`
    secrets.push({ what, value, from })
    return value
  }
  const found = (text: string, hidden: readonly HiddenFrom[]) =>
    secrets.filter(({ value, from }) => hidden.includes(from) && text.includes(value)).map(({ what }) => what)
  return { hide, found }
}

/**
 * Keeps secrets of strangers in the records around those that requests are about. `surround` does so for all that are there by
 * then: each customer is in all groups, each cart and order is of one customer and has their payment.
 */
export async function plantStrangers({ orders, cart }: System) {
  const { hide, found } = createSecrets()
  const anybody = hide('storefront and seller')

  const group = (id: string, seller_id: string | null, from: HiddenFrom): CustomerGroupRecord => ({
    ...{ id, seller_id, name: hide(from)(`name of ${id}`), metadata: { note: hide(from)(`metadata of ${id}`) } },
    ...{ created_by: null, ...DATES },
  })
  const groups = [
    group('cusgroup_market', null, 'storefront'),
    group('cusgroup_own', ids.seller, 'storefront'),
    group('cusgroup_other', ids.foreign_seller, 'storefront and seller'),
  ]
  const group_ids = groups.map(({ id }) => id)
  const details = (of: string, from: HiddenFrom) => ({
    ...{ phone: hide(from)(`phone of ${of}`), metadata: { note: hide(from)(`metadata of ${of}`) } },
    addresses: [{ ...ADDRESS, id: `cuaddr_${of}`, customer_id: of, address_1: hide(from)(`address of ${of}`) }],
  })
  const customers = STRANGERS.map((id, n) => ({
    ...{ id, has_account: true, email: anybody(`e-mail of ${id}`), first_name: anybody(`name of ${id}`), ...UNKNOWN },
    ...{ ...details(id, 'storefront and seller'), group_ids, bought_from: n === 0 ? [] : [ids.foreign_seller] },
    ...{ created_by: null, ...DATES },
  }))
  await insertMissing(orders.db, { customer_groups: groups, customers })

  const own = details(ids.customer, 'storefront but its own customer')
  const customer = {
    ...{ id: ids.customer, has_account: true, email: 'buyer@example.com', first_name: 'Cora', ...UNKNOWN, created_by: null },
    ...{ ...own, groups: groups.map((one) => ({ ...one, customers: null })), ...DATES },
  }
  const session = { context: { customer: { phone: anybody('context of a session') } } }
  const kept = { data: { account: anybody('data of a session') }, metadata: { note: anybody('metadata of a session') } }
  const payment = { data: { account: anybody('data of a payment') }, metadata: { note: anybody('metadata of a payment') } }
  const refund = {
    ...{ note: anybody('note of a refund'), created_by: anybody('creator of a refund') },
    metadata: { note: anybody('metadata of a refund') },
  }
  const capture = { created_by: anybody('creator of a capture'), metadata: { note: anybody('metadata of a capture') } }

  const ofStore = hide('storefront')
  const parcel = { created_by: ofStore('creator of a fulfillment'), marked_shipped_by: ofStore('shipper of a fulfillment') }

  /** The payment collection in this field, with secrets in all its parts. */
  const paid = (collection: string, begun: object) => ({
    $mergeObjects: [
      collection,
      {
        payment_sessions: withEach(`${collection}.payment_sessions`, { $literal: begun }),
        payments: withEach(`${collection}.payments`, {
          $mergeObjects: [
            { $literal: payment },
            { refunds: withEach('$$each.refunds', { $literal: refund }, 'refund') },
            { captures: withEach('$$each.captures', { $literal: capture }, 'capture') },
          ],
        }),
      },
    ],
  })
  const revision = { $add: ['$revision', 1] }

  return {
    foundByStorefront: (text: string) => found(text, ['storefront', 'storefront but its own customer', 'storefront and seller']),
    foundByCustomer: (text: string) => found(text, ['storefront', 'storefront and seller']),
    foundBySeller: (text: string) => found(text, ['storefront and seller']),

    async surround() {
      const [all, carts] = [orders.db.collection('customers'), cart.db.collection('carts')]
      const { addresses, ...facts } = own
      const others = { $filter: { input: '$addresses', cond: { $ne: ['$$this.id', addresses[0]!.id] } } }
      await Promise.all([
        all.updateMany({ _id: { $nin: STRANGERS as never[] } }, [{ $set: { group_ids, revision } }]),
        carts.updateMany({}, [{ $set: { customer: { $literal: customer }, revision } }]),
        orders.db.collection('orders').updateMany({}, [
          {
            $set: {
              payment_collections: { $map: { input: '$payment_collections', in: paid('$$this', { ...session, ...kept }) } },
              fulfillments: withEach('$fulfillments', { $literal: parcel }),
              revision,
            },
          },
        ]),
      ])
      const theirs = { $concatArrays: [others, { $literal: addresses }] }
      await all.updateOne({ _id: ids.customer as never }, [{ $set: { ...literal(facts), addresses: theirs } }])
      await carts.updateMany({ payment_collection: { $ne: null } }, [
        { $set: { payment_collection: paid('$payment_collection', session), revision } },
      ])
    },
  }
}

export type Strangers = Awaited<ReturnType<typeof plantStrangers>>

const literal = (facts: object) => Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { $literal: value }]))

/** An expression: each record of the list, with these fields. */
const withEach = (input: string, fields: object, as = 'each') => ({
  $map: { input, as, in: { $mergeObjects: [`$$${as}`, fields] } },
})
