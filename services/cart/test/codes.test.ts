import { randomBytes } from 'node:crypto'
import {
  type Actor,
  addGiftCard,
  claimStoreCreditAccount,
  completeCart,
  createCart,
  createGiftCard,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  getStoreGiftCard,
  listGiftCards,
  type Operation,
  orderPlaced,
  removeGiftCard,
  updateGiftCard,
} from '@souk/contracts'
import { createLogger, startService } from '@souk/runtime'
import { type CallOptions, patient } from '@souk/runtime/testing'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { anItem } from '../../orders/test/builders.ts'
import { anOrderRecord } from '../../orders/test/records.ts'
import { cartService } from '../src/service.ts'
import { aCard, aPayableCart } from './builders.ts'
import { ADMIN, type CartWithSellersUnderTest, CUSTOMER, GUEST, startCartWithSellers } from './service.ts'

/** The only places that hold codes as plain text: docs/adr/0013-gift-card-codes.md. */
const PLACES = [
  'carts gift_cards.code',
  'gift_cards account_code',
  'gift_cards code',
  'gift_cards search_words',
  'idempotency answer.body', // for a day
  'store_credit_accounts code',
]

const lines: string[] = []
const events: string[] = []
/** The codes of all cards and accounts, in lower case. */
const codes: string[] = []
let service: CartWithSellersUnderTest
/** Receives all requests of this test; logs everything. */
let replica: { id: string; stop(): Promise<void> }

beforeAll(async () => {
  service = await startCartWithSellers()
  const config = cartService.config.parse({ ...service.servers, LOG_LEVEL: 'trace' })
  replica = await startService(
    cartService,
    config,
    createLogger('cart', 'trace', { output: { write: (line: string) => lines.push(line) } }),
  )
  service.bus.nc.subscribe('evt.>', { callback: (_error, message) => void events.push(message.string()) })
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

it('codes are stored only in the known places, and are in no event and no log line', async () => {
  await useAll()

  await expect.poll(() => ['gift-card', 'store-credit-account', 'cart'].every(wasTold)).toBe(true)
  expect(codes).toHaveLength(12)
  expect((await placesOf(codes)).sort()).toEqual(PLACES)
  expect(events.filter(holdsCode)).toEqual([])
  expect(lines.some((line) => line.includes('add-gift-card'))).toBe(true)
  expect(lines.filter(holdsCode)).toEqual([])
})

/**
 * Creates, buys, applies, rejects, spends, finds, disables and claims cards and accounts, each with an Idempotency-Key.
 */
async function useAll() {
  const [spent, claimed, claimedAsAccount] = [await newCard(), await newCard(), await newCard()]
  const { cart } = (await send(createCart, CUSTOMER, { body: { items: [{ variant_id: ids.second_variant, quantity: 4 }] } })).body
  const onCart = { params: { id: cart.id } }
  expect((await send(addGiftCard, CUSTOMER, { ...onCart, body: { code: spent.code } })).status).toBe(200)
  expect((await send(addGiftCard, CUSTOMER, { ...onCart, body: { code: spent.code } })).status).toBe(400)
  expect((await send(addGiftCard, CUSTOMER, { ...onCart, body: { code: claimed.code } })).status).toBe(200)
  expect((await send(removeGiftCard, CUSTOMER, { ...onCart, body: { code: claimed.code } })).status).toBe(200)
  expect((await send(debitStoreCreditAccount, ADMIN, { params: { id: spent.account_id }, body: { amount: 1 } })).status).toBe(200)
  expect((await send(updateGiftCard, ADMIN, { params: { id: spent.id }, body: { status: 'pending' } })).status).toBe(200)
  expect((await send(getStoreGiftCard, CUSTOMER, { params: { code: spent.code } })).status).toBe(200)
  expect((await send(listGiftCards, ADMIN, { query: `q=${spent.code}` })).body.count).toBe(1)

  const body = { currency_code: 'eur', customer_id: null }
  const account = (await send(createStoreCreditAccount, ADMIN, { body })).body.store_credit_account
  await send(creditStoreCreditAccount, ADMIN, { params: { id: account.id }, body: { amount: 5 } })
  for (const code of [claimed.code, claimedAsAccount.account_code, account.code]) {
    const { status, body } = await send(claimStoreCreditAccount, CUSTOMER, { body: { code } })
    expect(status).toBe(200)
    remember(body.store_credit_account.code)
  }
  expect((await send(claimStoreCreditAccount, CUSTOMER, { body: { code: spent.code } })).status).toBe(400)
  await buyCard()
  await payWithCard()
  remember(account.code)
}

/** A cart is completed that a card helps to pay for. */
async function payWithCard() {
  const card = { ...aCard({ code: 'PAYING', value: 5 }), code: aCode(), account_code: aCode() }
  const cart = aPayableCart({}, { cards: [card] })
  await insertMissing(service.db, { carts: [cart], gift_cards: [card] })
  remember(card.code, card.account_code)
  const { body } = await send(completeCart, GUEST, { params: { id: cart.id } })
  expect(body.order, JSON.stringify(body)).toMatchObject({ credit_line_total: 5 })
}

/** An order sells a card; its event is delivered several times. */
async function buyCard() {
  const order = anOrderRecord({ items: [anItem({ is_giftcard: true, quantity: 1 })] })
  await insertMissing(service.orders.db, { orders: [order] })
  let seq = 0
  const tell = () => {
    const event = { id: order.id, seq: ++seq, type: orderPlaced.type, at: new Date().toISOString(), ids: { id: order.id } }
    service.bus.nc.publish(orderPlaced.subject, JSON.stringify(event))
  }
  tell()
  const card = await vi.waitFor(
    async () => {
      tell() // repeatedly, as the stream may not exist yet
      const query = `reference_id=${order.id}&fields=*,*store_credit_account`
      const [found] = (await send(listGiftCards, ADMIN, { query })).body.gift_cards
      expect(found).toBeDefined()
      return found
    },
    { interval: 500 },
  )
  remember(card.code, card.store_credit_account.code)
}

async function newCard() {
  const code = aCode()
  const query = 'fields=*,*store_credit_account'
  const { gift_card } = (await send(createGiftCard, ADMIN, { body: { currency_code: 'eur', value: 20, code }, query })).body
  const { id: account_id, code: account_code } = gift_card.store_credit_account
  remember(code, account_code)
  return { id: gift_card.id as string, code, account_id: account_id as string, account_code: account_code as string }
}

const send = <O extends Operation>(operation: O, actor: Actor, options: CallOptions<O>) => {
  const idempotency_key = operation.method === 'GET' ? {} : { idempotency_key: randomBytes(12).toString('hex') }
  return service.send(operation, { actor, replica: replica.id, ...idempotency_key, ...patient(), ...options })
}

const aCode = () => `C${randomBytes(8).toString('hex').toUpperCase()}`

function remember(...more: string[]) {
  for (const code of more) if (!codes.includes(code.toLowerCase())) codes.push(code.toLowerCase())
}
const holdsCode = (text: string) => codes.some((code) => text.toLowerCase().includes(code))
const wasTold = (noun: string) => events.some((event) => event.includes(`"${noun}.`))

/** The places as `collection path`, in the databases of all services. */
async function placesOf(secrets: readonly string[]): Promise<string[]> {
  const { MONGODB_URL, MONGODB_PREFIX } = service.servers
  const client = await new MongoClient(MONGODB_URL).connect()
  const places = new Set<string>()
  const look = (value: unknown, path: string) => {
    if (typeof value === 'string' && secrets.some((secret) => value.toLowerCase().includes(secret))) places.add(path)
    else if (Buffer.isBuffer(value)) look(value.toString(), path)
    else if (Array.isArray(value)) for (const entry of value) look(entry, path)
    else if (value && typeof value === 'object')
      for (const [name, entry] of Object.entries(value)) look(entry, path.endsWith(' ') ? path + name : `${path}.${name}`)
  }
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases.filter((database) => database.name.startsWith(MONGODB_PREFIX))) {
      for (const collection of await client.db(name).collections())
        for (const document of await collection.find<Document>({}, { promoteBuffers: true }).toArray())
          look(document, `${collection.collectionName} `)
    }
  } finally {
    await client.close()
  }
  return [...places]
}
