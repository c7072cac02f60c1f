import type { Canaries } from './canaries.ts'
import { addCart, addGiftCard, addOrderWithEdit, addPriceList, addSeller } from './records.ts'
import type { Anything } from './send-anything.ts'
import type { System } from './system.ts'

/** A request that meets a record that no code of ours wrote. Its answer is 500, and its log lines must not quote the record. */
interface DamagedRecord {
  name: string
  request: Anything
  /** Undone before anything else is asked. */
  repair?: () => Promise<unknown>
}

type Make = (system: System, canaries: Canaries) => Promise<DamagedRecord>

interface AnyDocument {
  _id: string
}

const STORE = '/store/carts'

/** Each by the damage to the record. */
export const DAMAGES: Record<string, Make> = {
  async 'a cart whose gift cards are not a list'(system, canaries) {
    const id = await addCart(system)
    const code = canaries.make('the code of a damaged cart')
    await carts(system).updateOne({ _id: id }, { $set: { gift_cards: { code } }, $inc: { revision: 1 } })
    return { name: 'remove-gift-card', request: { method: 'DELETE', path: `${STORE}/${id}/gift-cards`, body: { code } } }
  },

  async 'a gift card whose balance is not a number'(system, canaries) {
    const id = await addCart(system)
    const code = await addGiftCard(system, { code: canaries.make('the code of a damaged card') })
    const balance = canaries.make('the balance of a damaged card')
    await cards(system).updateOne({ code }, { $set: { balance } })
    return { name: 'add-gift-card', request: { method: 'POST', path: `${STORE}/${id}/gift-cards`, body: { code } } }
  },

  async 'an order change that was overwritten between two requests'(system, canaries) {
    const { order_id } = await addOrderWithEdit(system)
    const change = canaries.make('the content of a damaged order change')
    await orders(system).updateOne({ _id: order_id }, { $set: { 'changes.0': change } })
    return { name: 'cancel-order-edit', request: { method: 'DELETE', path: `/admin/order-edits/${order_id}` } }
  },

  async 'an order whose items are not records'(system, canaries) {
    const { order_id: id } = await addOrderWithEdit(system)
    const items = [canaries.make('the items of a damaged order'), null]
    await orders(system).updateOne({ _id: id }, { $set: { items } })
    return { name: 'preview-order', request: { method: 'GET', path: `/admin/orders/${id}/preview` } }
  },

  async 'a price list whose rules are a string'(system, canaries) {
    const id = await addPriceList(system)
    const [rules, prices] = [canaries.make('the rules of a damaged list'), canaries.make('the prices of a damaged list')]
    await system.pricing.db.collection<AnyDocument>('price_lists').updateOne({ _id: id }, { $set: { rules, prices } })
    return { name: 'get-price-list', request: { method: 'GET', path: `/vendor/price-lists/${id}` } }
  },

  async 'a seller whose members are a string'(system, canaries) {
    const { id, token } = await addSeller(system)
    const headers = { authorization: `Bearer ${canaries.watch('the token of a damaged seller', token)}` }
    const members = canaries.make('the members of a damaged seller')
    await system.sellers.db.collection<AnyDocument>('sellers').updateOne({ _id: id }, { $set: { members } })
    const repair = () => system.sellers.db.collection<AnyDocument>('sellers').deleteOne({ _id: id })
    return { name: 'list-members', request: { method: 'GET', path: '/vendor/members', headers }, repair }
  },

  async 'a cart that fails validation by MongoDB'(system, canaries) {
    const validator = { $jsonSchema: { properties: { metadata: { bsonType: 'null' } } } }
    await system.cart.db.command({ collMod: 'carts', validator })
    const repair = () => system.cart.db.command({ collMod: 'carts', validator: {} })
    const body = { metadata: { password: canaries.make('a password in the metadata of a refused cart') } }
    return { name: 'create-cart', request: { method: 'POST', path: STORE, body }, repair }
  },

  async 'a gift card collection replaced by a failing view'(system, canaries) {
    const id = await addCart(system)
    const code = await addGiftCard(system, { code: canaries.make('the code in a view') })
    const repair = await failAtReading(system.cart.db, 'gift_cards', '$code')
    return { name: 'add-gift-card', request: { method: 'POST', path: `${STORE}/${id}/gift-cards`, body: { code } }, repair }
  },

  async 'an identity collection replaced by a failing view'(system, canaries) {
    const { db } = system.sellers
    const { email } = system.facts.admin
    const identity = await db.collection('auth_identities').findOne({ email })
    canaries.watch('the hash of a password', identity!.password_hash)
    const repair = await failAtReading(db, 'auth_identities', '$password_hash')
    const body = { email, password: system.secrets.admin_password }
    return { name: 'log-in', request: { method: 'POST', path: '/auth/user/emailpass', body }, repair }
  },
}

const carts = ({ cart }: System) => cart.db.collection<AnyDocument>('carts')
const orders = ({ orders }: System) => orders.db.collection<AnyDocument>('orders')
const cards = ({ cart }: System) => cart.db.collection('gift_cards')

/** MongoDB quotes the value that it could not convert. @returns how to undo it */
async function failAtReading(db: System['cart']['db'], collection: string, value: string) {
  const aside = `${collection}_aside`
  await db.renameCollection(collection, aside)
  await db.createCollection(collection, { viewOn: aside, pipeline: [{ $addFields: { number: { $toInt: value } } }] })
  return async () => {
    await db.dropCollection(collection)
    await db.renameCollection(aside, collection)
  }
}
