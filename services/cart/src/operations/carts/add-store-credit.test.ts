import {
  type Actor,
  addGiftCard,
  addLineItem,
  addStoreCredit,
  createCart,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  getCart,
  removeGiftCard,
} from '@souk/contracts'
import { commandsOf, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, GUEST, STRANGER, startCart } from '../../../test/service.ts'

const SHIRTS = { variant_id: ids.second_variant, quantity: 4 }
let service: CartUnderTest
/** The customer's account, with a balance of 150 eur. */
let account: string
/** The customer's cart of 100 eur, without tax. */
let id: string

beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.db, { gift_cards: [aCard({ code: 'SEVENTY', value: 70 })] })
  const body = { currency_code: 'eur', customer_id: 'cus_ann' }
  account = (await service.send(createStoreCreditAccount, { actor: ADMIN, body })).body.store_credit_account.id
  await move(creditStoreCreditAccount, 150)
})
afterAll(() => service.stop())
beforeEach(async () => {
  id = await newCart()
})

async function newCart(actor: Actor = CUSTOMER): Promise<string> {
  const { body } = await service.store(createCart, { actor, body: { items: [SHIRTS] } })
  return body.cart.id
}
const move = (operation: typeof creditStoreCreditAccount, amount: number) =>
  service.send(operation, { actor: ADMIN, params: { id: account }, body: { amount } })
const add = (amount?: number, cart = id, actor: Actor = CUSTOMER) =>
  service.store(addStoreCredit, { params: { id: cart }, body: amount === undefined ? {} : { amount }, actor, ...patient() })
const put = (code: string) => service.store(addGiftCard, { params: { id }, body: { code }, ...patient() })
const get = async (cart = id) => (await service.store(getCart, { params: { id: cart } })).body.cart
const credits = (cart: { credit_lines: { reference: string; amount: number }[] }) =>
  cart.credit_lines.map(({ reference, amount }) => [reference, amount])

describe('add-store-credit', () => {
  it('pays the requested amount, and never shows what the cart stores about the account', async () => {
    const { status, body, etag } = await add(60)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(addStoreCredit.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toMatchObject({ total: 40, original_total: 100, credit_line_total: 60, gift_card_total: 0, gift_cards: [] })
    expect(body.cart.credit_lines).toMatchObject([{ reference: 'store-credit', reference_id: account, amount: 60, cart_id: id }])
    expect(body.cart).not.toHaveProperty('store_credit')
    expect(await get()).toEqual(body.cart)
    expect(await service.eventsOf(id, 2)).toMatchObject([{ type: 'cart.created' }, { type: 'cart.updated' }])
  })

  it('reserves nothing, replaces earlier store credit, and removes it with an amount of 0', async () => {
    expect((await add()).body.cart).toMatchObject({ total: 0, credit_line_total: 100 })
    expect((await add(30)).body.cart).toMatchObject({ total: 70, credit_line_total: 30, credit_lines: [{}] })
    const stored = await service.db.collection('store_credit_accounts').findOne({ _id: account as never })
    expect(String(stored!.balance)).toBe('150')
    const off = await add(0)
    expect(off.body.cart).toMatchObject({ total: 100, credit_line_total: 0, credit_lines: [] })
    expect((await add(0)).body).toEqual(off.body)
  })

  it('is removed without reading promotions, which stay as they are', async () => {
    await add(30)
    const commands = await commandsOf(service.db, () => add(0))
    const sent = commands.map(({ op, ns }) => `${op} ${ns.split('.')[1]}`)
    expect(sent).toContain('update carts')
    expect(sent).not.toContain('query promotions')
  })

  it('follows every change of the cart, the account and the gift cards', async () => {
    await put('SEVENTY')
    expect(credits((await add()).body.cart)).toEqual([
      ['store-credit', 30],
      ['gift-card', 70],
    ])
    await service.store(removeGiftCard, { params: { id }, body: { code: 'SEVENTY' } })
    expect(await get()).toMatchObject({ total: 70, credit_line_total: 30 })
    await move(debitStoreCreditAccount, 140)
    await service.store(addLineItem, { params: { id }, body: { variant_id: ids.second_variant, quantity: 1 } })
    expect(await get()).toMatchObject({ total: 95, credit_lines: [{ reference: 'store-credit', amount: 10 }] })
    await move(debitStoreCreditAccount, 10)
    await put('SEVENTY')
    expect(await get()).toMatchObject({ total: 35, credit_lines: [{ reference: 'gift-card', amount: 70 }] })
    for (const amount of [5, 0])
      expect(refusal(await add(amount))).toEqual([400, 'invalid_data', 'Store credit account has no balance'])
    await move(creditStoreCreditAccount, 150)
  })

  it('loses none of many concurrent changes', async () => {
    const amounts = [10, 20, 30, 40, 50]
    const answers = await Promise.all([...amounts.map((amount) => add(amount)), put('SEVENTY')])
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const cart = await get()
    const [storeCredit, card] = cart.credit_lines
    expect(amounts).toContain(storeCredit.amount)
    expect(card).toMatchObject({ reference: 'gift-card', amount: Math.min(70, 100 - storeCredit.amount) })
    expect(cart.total).toBe(100 - storeCredit.amount - card.amount)
    expect((await add(0)).etag).toBe('"8"')
  })

  it('rejects amounts that are too high or invalid, guests, carts of others, and completed carts', async () => {
    const other = await newCart({ ...GUEST, customer_id: null } as Actor)
    expect(refusal(await add(150.01))).toEqual([400, 'invalid_data', 'Amount is greater than the store credit account balance'])
    expect(refusal(await add(5, id, GUEST))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect(refusal(await add(5, id, { ...GUEST, customer_id: 'cus_bob' } as Actor))).toEqual([
      404,
      'not_found',
      `Cart id not found: ${id}`,
    ])
    expect(refusal(await add(5, other))).toEqual([400, 'invalid_data', "Cart's customer must be set to add store credits"])
    expect(refusal(await add(5, 'cart_none'))).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    expect((await add(5, id, { ...STRANGER, customer_id: 'cus_ann' } as Actor)).status).toBe(404)
    for (const amount of [-1, '5', null, 1e300])
      expect((await service.store(addStoreCredit, { actor: CUSTOMER, params: { id }, body: { amount } as never })).status).toBe(
        400,
      )
    await service.db
      .collection('carts')
      .updateOne({ _id: id as never }, { $set: { currency_code: 'usd' }, $inc: { revision: 1 } })
    const missing = 'Store credit account not found for the customer on the cart in that currency.'
    for (const amount of [5, 0]) expect(refusal(await add(amount))).toEqual([400, 'invalid_data', missing])
    const completed_at = new Date().toISOString()
    await service.db.collection('carts').updateOne({ _id: id as never }, { $set: { completed_at }, $inc: { revision: 1 } })
    expect(refusal(await add(5))).toEqual([400, 'invalid_data', `Cart ${id} is already completed.`])
  })
})
