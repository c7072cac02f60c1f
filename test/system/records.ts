import { createHash, randomBytes } from 'node:crypto'
import { type MemberRole, type StoreStatus, stringify } from '@souk/contracts'
import type { OutboxEvent } from '@souk/runtime'
import { vi } from 'vitest'
import type { CartRecord } from '../../services/cart/src/domain/carts/cart.ts'
import { type GiftCardRecord, issuedCard } from '../../services/cart/src/domain/gift-cards/gift-card.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import type { PriceListRecord } from '../../services/pricing/src/domain/price-lists/price-list.ts'
import { accessEntries } from '../../services/sellers/src/background/keep-access-in-sync.ts'
import { claimsOf } from '../../services/sellers/src/domain/identities/identity.ts'
import type { SellersRequestRecord } from '../../services/sellers/src/domain/requests/request.ts'
import type { ReviewRecord } from '../../services/sellers/src/domain/reviews/review.ts'
import { payableCart } from '../../tools/seed/carts.ts'
import { seededProducts } from '../../tools/seed/catalogue.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import { withPayments } from '../../tools/seed/order-payments.ts'
import { seededOrders } from '../../tools/seed/orders.ts'
import { seededDates, seededTimestamps } from '../../tools/seed/records.ts'
import { aReturnRequest } from '../../tools/seed/return-requests.ts'
import { seededReviews } from '../../tools/seed/reviews.ts'
import { seededSellersRequests } from '../../tools/seed/sellers-requests.ts'
import { seededStockLocation } from '../../tools/seed/shipping.ts'
import type { HttpOptions, System } from './system.ts'

/**
 * Builders of the records that scenes are about: each puts them into its service's store, or has operations make them, and
 * returns the values that a request needs.
 */

let made = 0
const newId = (prefix: string) => `${prefix}_TEST${String(++made).padStart(22, '0')}`
const SOON = () => Date.now() + 30_000

/** A card in euros with a balance of 100. @returns its code */
export async function addGiftCard({ cart }: System, overrides: Partial<GiftCardRecord> = {}): Promise<string> {
  const id = newId('gcard')
  const sold = { line_item_id: null, reference: null, reference_id: null, expires_at: null, note: null, metadata: null }
  const { value = 100, code = `CARD-${id}` } = overrides
  const issued = issuedCard({ id, code, account_code: `SC-${id}`, value, currency_code: 'eur', ...sold }, SEEDED_AT)
  const card: GiftCardRecord = { ...issued, ...overrides }
  await insertMissing(cart.db, { gift_cards: [card] })
  return card.code
}

/** A cart with one item of 80 euros (95.2 with taxes), made over HTTP. @returns its id */
export async function addCart({ http }: System, body: object = {}, options: HttpOptions = {}): Promise<string> {
  const items = [{ variant_id: ids.variant, quantity: 4 }]
  const shipping_address = { country_code: 'de' }
  const answer = await http('POST', '/store/carts', { ...options, body: { items, shipping_address, ...body } })
  if (answer.status !== 200) throw new Error(`no cart: ${answer.text}`)
  return answer.body.cart.id
}

/** A double of the seeded cart that may be completed: 1 book and a parcel. @returns its id */
export async function addPayableCart({ cart }: System, overrides: Partial<CartRecord> = {}): Promise<string> {
  const seeded = payableCart()
  const id = newId('cart')
  const names = [seeded.id, seeded.payment_collection!.id, seeded.payment_collection!.payment_sessions[0]!.id]
  const text = names.reduce((json, name) => json.replaceAll(name, `${name.slice(0, name.indexOf('_'))}_${id}`), stringify(seeded))
  const touched = { updated_at: new Date().toISOString() } // those that nobody touched for long are removed
  await insertMissing(cart.db, { carts: [{ ...(JSON.parse(text) as CartRecord), id, ...touched, ...overrides }] })
  return id
}

/** The cart's double, but become an order already. @returns its id */
export async function addCompletedCart(system: System, id: string): Promise<string> {
  const { carts } = system.cart.deps
  const found = await carts.find(id, () => true, SOON())
  const double = { ...found!.state, id: newId('cart'), completed_at: SEEDED_AT }
  await insertMissing(system.cart.db, { carts: [double] })
  return double.id
}

/** A double of the seeded order that nothing happened to yet: one shipping method of 10 euros, no edit. @returns its id */
export async function addOrder({ orders }: System, overrides: Partial<OrderRecord> = {}): Promise<string> {
  const id = newId('order')
  const seeded = seededOrders().find((order) => order.id === ids.order)!
  const double = JSON.parse(JSON.stringify(seeded).replaceAll(ids.order, id)) as OrderRecord
  await insertMissing(orders.db, { orders: [{ ...double, display_id: 10_000 + ++made, ...overrides }] })
  return id
}

/**
 * An order with a return, claim or exchange that is confirmed, or was begun; or a return with steps that ask
 * units back, or receive them.
 * @returns its id: of that, not of the order
 */
export async function addReturned(
  system: System,
  kind: 'return' | 'claim' | 'exchange',
  state: 'confirmed' | 'begun' | 'asking' | 'receiving',
  overrides: Parameters<typeof addOrder>[1] = {},
) {
  const seeded_id = {
    confirmed: ids.returned_order,
    begun: ids.begun_orders[['return', 'claim', 'exchange'].indexOf(kind)],
    asking: ids.returning_order,
    receiving: ids.receiving_order,
  }[state]
  const { items, shipping_methods, returns, claims, exchanges, changes } = seededOrders().find(({ id }) => id === seeded_id)!
  const [[part], prefix] = { return: [returns, 'return'], claim: [claims, 'claim'], exchange: [exchanges, 'oexc'] }[kind] as [
    [{ id: string }],
    string,
  ]
  const id = newId(prefix)
  const doubled = JSON.stringify({ shipping_methods, returns, claims, exchanges, changes }).replaceAll(part.id, id)
  const others = returns.filter((one) => one.id !== part.id)
  const parts = JSON.parse(others.reduce((json, one) => json.replaceAll(one.id, newId('return')), doubled))
  await addOrder(system, { items, ...parts, ...overrides })
  return id
}

/** An order of which everything has arrived. @returns its id */
export function addArrivedOrder(system: System): Promise<string> {
  const { items } = seededOrders().find(({ id }) => id === ids.arrived_order)!
  return addOrder(system, { items })
}

/** A pending return request about an order that has arrived. @returns its id: of the request, not of the order */
export async function addReturnRequest(system: System, overrides: Partial<OrderRecord> = {}): Promise<string> {
  const [arrived, doubled] = [ids.arrived_order, ids.order].map((id) => seededOrders().find((order) => order.id === id)!)
  const { items } = arrived!
  const id = newId('oretreq')
  await addOrder(system, { items, return_request: aReturnRequest({ ...doubled!, items }, id), ...overrides })
  return id
}

/** An order on which a claim or an exchange is begun, with steps of each kind. @returns its id: of that, not of the order */
export async function addReplacing(system: System, kind: 'claim' | 'exchange'): Promise<string> {
  const seeded = seededOrders().find(({ id }) => id === ids.replacing_orders[kind])!
  const { items, shipping_methods, returns, claims, exchanges, changes } = seeded
  const [part] = kind === 'claim' ? claims : exchanges
  const names = [part!.id, returns[0]!.id, changes[0]!.id]
  const doubled = stringify({ shipping_methods, returns, claims, exchanges, changes })
  const id = newId(names[0]!.slice(0, names[0]!.indexOf('_')))
  const end = id.slice(id.indexOf('_'))
  const parts = names.reduce((json, name) => json.replaceAll(name, name.slice(0, name.indexOf('_')) + end), doubled)
  await addOrder(system, { items, ...JSON.parse(parts) })
  return id
}

/** An order with a payment collection of its own. @returns their ids, and that of its payment where there is one */
export async function addPayingOrder(system: System, state: 'waiting' | 'pending_authorization' | 'authorized' | 'captured') {
  const { summary: _, ...order } = seededOrders().find(({ id }) => id === ids.order)!
  const unpaid = { ...order, payment_collections: [], transactions: [] } as unknown as Parameters<typeof withPayments>[0]
  const { payment_collections, transactions } = withPayments(unpaid, { n: 50_000 + ++made, days: 1, state })
  const [collection] = payment_collections
  const order_id = await addOrder(system, { payment_collections: [collection!], transactions })
  return { order_id, collection_id: collection!.id, payment_id: collection!.payments[0]?.id }
}

/** The id of the payment session of an order that `addPayingOrder` made. */
export async function sessionOfOrder({ orders }: System, id: string): Promise<string> {
  const found = await orders.db.collection<Omit<OrderRecord, 'id'> & { _id: string }>('orders').findOne({ _id: id })
  return found?.payment_collections[0]?.payment_sessions[0]?.id ?? 'payses_none'
}

/** The order that a payment collection is of. */
export async function orderOfCollection({ orders }: System, id: string): Promise<string> {
  const found = await orders.db.collection<{ _id: string }>('orders').findOne({ 'payment_collections.id': id } as object)
  return found?._id ?? ids.order
}

/** @returns the ids of the order and of its pending edit */
export async function addOrderWithEdit(system: System, overrides: Partial<OrderRecord> = {}) {
  const order_id = await addOrder(system, overrides)
  const answer = await system.http('POST', '/admin/order-edits', { body: { order_id } })
  if (answer.status !== 200) throw new Error(`no edit: ${answer.text}`)
  return { order_id, change_id: answer.body.order_change.id as string }
}

/** An empty price list, made over HTTP. @returns its id */
export async function addPriceList({ http }: System, options: HttpOptions = {}): Promise<string> {
  const answer = await http('POST', '/vendor/price-lists', { ...options, body: { title: 'A list' } })
  if (answer.status !== 201) throw new Error(`no price list: ${answer.text}`)
  return answer.body.price_list.id
}

/** A list of the seller that was deleted. @returns its id */
export async function addDeletedPriceList({ pricing }: System, seller_id: string = ids.seller): Promise<string> {
  const list: PriceListRecord = {
    id: newId('plist'),
    seller_id,
    title: 'Gone',
    description: null,
    rules: [],
    starts_at: null,
    ends_at: null,
    status: 'draft',
    type: 'sale',
    metadata: null,
    ...seededDates,
    deleted_at: SEEDED_AT,
  }
  await insertMissing(pricing.db, { price_lists: [list] })
  return list.id
}

/** A product of the seller that was deleted. @returns its id */
export async function addDeletedProduct({ pricing }: System, seller_id: string): Promise<string> {
  const [seeded] = seededProducts
  const id = newId('prod')
  const nothing = { handle: null, variants: [], variant_codes: [], options: [] }
  await insertMissing(pricing.db, { products: [{ ...seeded!, ...nothing, id, seller_id, deleted_at: SEEDED_AT }] })
  return id
}

/** A stock location of the seller that was deleted. @returns its id */
export async function addDeletedStockLocation({ pricing }: System, seller_id: string): Promise<string> {
  const location = { ...seededStockLocation, id: newId('sloc'), seller_id, deleted_at: SEEDED_AT }
  await insertMissing(pricing.db, { stock_locations: [location] })
  return location.id
}

interface KeyOptions {
  type?: 'publishable' | 'secret'
  sales_channel_ids?: string[]
  revoked_at?: string | null
}

/** A way to call by key. @returns the key itself */
export async function addApiKey({ sellers }: System, options: KeyOptions = {}): Promise<string> {
  const { type = 'publishable', sales_channel_ids = [], revoked_at = null } = options
  const token = `${type === 'secret' ? 'sk' : 'pk'}_${randomBytes(32).toString('hex')}`
  await insertMissing(sellers.db, {
    api_keys: [
      {
        id: newId('apk'),
        type,
        title: 'Test',
        token: type === 'secret' ? null : token,
        token_sha256: createHash('sha256').update(token).digest('hex'),
        redacted: `${token.slice(0, 6)}***`,
        sales_channel_ids,
        created_by: ids.admin,
        revoked_by: revoked_at && ids.admin,
        revoked_at,
        last_used_at: null,
        ...seededTimestamps,
      },
    ],
  })
  return token
}

interface SellerOptions {
  store_status?: StoreStatus
  member_deleted_at?: string | null
}

/** A seller with one member. @returns their ids and a token of the member */
export async function addSeller(system: System, { store_status = 'ACTIVE', member_deleted_at = null }: SellerOptions = {}) {
  const { deps } = system.sellers
  const id = newId('sel')
  const member_id = newId('mem')
  const nothing = { description: null, email: null, phone: null, photo: null, state: null, tax_id: null }
  const address = { address_line: null, postal_code: null, city: null, country_code: null }
  const person = { role: 'owner', email: null, name: 'Test', bio: null, phone: null, photo: null } as const
  const member = { id: member_id, seller_id: id, ...person, ...seededDates, deleted_at: member_deleted_at }
  const seller = {
    id,
    store_status,
    name: id,
    handle: id.toLowerCase(),
    ...nothing,
    ...address,
    members: [member],
    ...seededDates,
  }
  await insertMissing(system.sellers.db, { sellers: [seller] })
  await deps.access.sync(() => accessEntries(deps))
  const token = await tokenOf(system, { actor_type: 'seller', actor_id: member_id, seller_id: id })

  // The gateway learns of it within milliseconds; until then it would let the member act.
  const refused = member_deleted_at ? 401 : store_status === 'ACTIVE' ? 400 : 403
  await vi.waitFor(async () => {
    const { status } = await system.http('POST', '/vendor/price-lists', {
      headers: { authorization: `Bearer ${token}` },
      body: {},
    })
    if (status !== refused) throw new Error(`${status} instead of ${refused}`)
  })
  return { id, member_id, token }
}

/** A member that the seller had. @returns its id */
export async function addDeletedMember({ sellers }: System, seller_id: string = ids.seller): Promise<string> {
  const id = newId('mem')
  const person = { role: 'member', email: null, name: 'Gone', bio: null, phone: null, photo: null }
  const members = { id, seller_id, ...person, ...seededDates, deleted_at: SEEDED_AT }
  await sellers.db.collection<{ _id: string }>('sellers').updateOne({ _id: seller_id }, { $push: { members } } as object)
  return id
}

/** A bearer token as log-in would make it, for whom no password is at hand. */
export const tokenOf = (
  { sellers }: System,
  {
    actor_type,
    actor_id,
    seller_id = null,
  }: { actor_type: 'user' | 'seller' | 'customer'; actor_id: string; seller_id?: string | null },
): Promise<string> =>
  sellers.deps.signer.sign(
    claimsOf({
      id: newId('authid'),
      provider: 'emailpass',
      actor_type,
      email: 'test@souk.example',
      password_hash: '',
      actor_id,
      seller_id,
      ...seededTimestamps,
    }),
  )

/** A way to log in that is nobody's yet, without a password that would take time to hash. @returns its id and a token of it */
export async function addIdentity({ sellers }: System, actor_type: 'user' | 'customer' | 'seller' = 'user') {
  const id = newId('authid')
  const identity = {
    id,
    provider: 'emailpass',
    actor_type,
    email: `${id.toLowerCase()}@example.com`,
    actor_id: '',
    seller_id: null,
  } as const
  const whole = { ...identity, password_hash: '', ...seededTimestamps }
  await insertMissing(sellers.db, { auth_identities: [whole] })
  return { id, email: whole.email, token: await sellers.deps.signer.sign(claimsOf(whole)) }
}

/** A living member beside the seeded ones, without a log-in. @returns its id */
export async function addMember(
  { sellers }: System,
  role: MemberRole = 'member',
  seller_id: string = ids.seller,
): Promise<string> {
  const id = newId('mem')
  const person = { role, email: `${id.toLowerCase()}@example.com`, name: 'Test', bio: null, phone: null, photo: null }
  const members = { id, seller_id, ...person, ...seededDates, deleted_at: null }
  await sellers.db
    .collection<{ _id: string }>('sellers')
    .updateOne({ _id: seller_id }, { $push: { members }, $inc: { revision: 1 } } as object)
  return id
}

/** An invite of a member, with the token of its event. @param as the inviting member; default: the seeded owner */
export async function addMemberInvite(system: System, role: MemberRole = 'member', as: HttpOptions = {}) {
  const email = `${newId('invited').toLowerCase()}@example.com`
  const { status, text, body } = await system.http('POST', '/vendor/invites', { ...as, body: { email, role } })
  if (status !== 201) throw new Error(`no invite: ${text}`)
  const { id } = body.invite as { id: string }
  const { db } = system.sellers
  const invite = await db.collection<{ _id: string; outbox: OutboxEvent[] }>('member_invites').findOne({ _id: id })
  const created =
    invite!.outbox[0] ?? (await db.collection<OutboxEvent>('events').findOne({ type: 'member-invite.created', 'ids.id': id }))
  return { id, email, token: created!.ids.token! }
}

/** A pending request for a seller of one's own. @returns its id, and the token of whoever asks */
export async function addRequest(system: System, name = `Shop ${newId('request').toLowerCase()}`) {
  const { id: submitter_id, email, token } = await addIdentity(system, 'seller')
  const headers = { authorization: `Bearer ${token}` }
  const body = { name, member: { name: 'Ann', email } }
  const { status, text } = await system.http('POST', '/vendor/sellers', { as: 'anonymous', headers, body })
  if (status !== 201) throw new Error(`no request: ${text}`)
  const { requests } = (await system.http('GET', `/admin/requests?submitter_id=${submitter_id}`)).body
  return { id: requests[0].id as string, token }
}

/** A pending request of the seeded seller's, for a category. @returns its id */
export async function addSellersRequest({ sellers }: System, overrides: Partial<SellersRequestRecord> = {}): Promise<string> {
  const id = newId('req')
  const request = { ...seededSellersRequests[0]!, id, ...overrides } as SellersRequestRecord
  await insertMissing(sellers.db, { requests: [request] })
  return id
}

/** A review of the seeded customer's, of a seller. @returns its id */
export async function addReview({ sellers }: System, overrides: Partial<ReviewRecord> = {}): Promise<string> {
  const id = newId('rev')
  const [seeded] = seededReviews
  await insertMissing(sellers.db, { reviews: [{ ...seeded!, id, order_id: newId('order'), ...overrides }] })
  return id
}

/** An administrator beside the seeded one, who accepted an invite. */
export async function addAdministrator(system: System): Promise<{ id: string; email: string }> {
  const { email, token } = await addIdentity(system)
  const invited = await system.http('POST', '/admin/invites', { body: { email } })
  const path = `/admin/invites/accept?token=${invited.body.invite.token}`
  const answer = await system.http('POST', path, { as: 'anonymous', headers: { authorization: `Bearer ${token}` }, body: {} })
  if (answer.status !== 200) throw new Error(`no administrator: ${answer.text}`)
  return answer.body.user
}

/** A token with which an administrator of its own can set a password, once. */
export async function addPasswordToken(system: System): Promise<string> {
  const { id } = await addAdministrator(system)
  return (await system.http('POST', `/admin/users/${id}/reset-password`, { body: {} })).body.token
}

/** A customer with an account and one address. @returns ids, and a token of theirs */
export async function addCustomer(system: System) {
  const identity = await addIdentity(system, 'customer')
  const headers = { authorization: `Bearer ${identity.token}` }
  const registered = await system.http('POST', '/store/customers', { headers, body: { email: identity.email } })
  if (registered.status !== 200) throw new Error(`no customer: ${registered.text}`)
  const { id } = registered.body.customer
  const body = { address_1: 'Street 1', country_code: 'de' }
  const { addresses } = (await system.http('POST', `/admin/customers/${id}/addresses`, { body })).body.customer
  const token = await tokenOf(system, { actor_type: 'customer', actor_id: id })
  return { id: id as string, address_id: addresses[0].id as string, token }
}
