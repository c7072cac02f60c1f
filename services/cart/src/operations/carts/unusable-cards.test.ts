import {
  addGiftCard,
  addStoreCredit,
  createCart,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  getCart,
  updateGiftCard,
} from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aPaymentCollection } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
/** The customer's cart of 100 eur, without tax. */
let id: string
/** The codes of two cards of 100 eur, created for each test. */
let first: string
let second: string

beforeAll(async () => {
  service = await startCart()
  const body = { currency_code: 'eur', customer_id: 'cus_ann' }
  const { store_credit_account } = (await service.send(createStoreCreditAccount, { actor: ADMIN, body })).body
  await service.send(creditStoreCreditAccount, { actor: ADMIN, params: { id: store_credit_account.id }, body: { amount: 500 } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  const body = { items: [{ variant_id: ids.second_variant, quantity: 4 }] }
  id = (await service.store(createCart, { actor: CUSTOMER, body })).body.cart.id
  const cards = [aCard(), aCard()]
  ;[first, second] = cards.map(({ code }) => code) as [string, string]
  await insertMissing(service.db, { gift_cards: cards })
})

const put = (code: string) => service.store(addGiftCard, { params: { id }, body: { code }, ...patient() })
const addCredit = (amount?: number) => {
  const body = amount === undefined ? {} : { amount }
  return service.store(addStoreCredit, { params: { id }, body, actor: CUSTOMER, ...patient() })
}
const get = async () => (await service.store(getCart, { params: { id } })).body.cart
/** The stored cart, without the traces of commands. */
const state = () => {
  const projection = { revision: 0, recent_ops: 0, outbox: 0, outbox_since: 0 }
  return service.db.collection('carts').findOne({ _id: id as never }, { projection })
}
const set = (fields: object) =>
  service.db.collection('carts').updateOne({ _id: id as never }, { $set: fields, $inc: { revision: 1 } })
const spend = (code: string, amount: number) => {
  const params = { id: `sc_acc_${code}` }
  return service.send(debitStoreCreditAccount, { actor: ADMIN, params, body: { amount } })
}
const update = (code: string, body: { status: 'pending' } | { expires_at: string }) =>
  service.send(updateGiftCard, { actor: ADMIN, params: { id: `gcard_${code}` }, body })
const expire = async (code: string) => {
  await service.db.collection('gift_cards').updateOne({ code }, { $set: { expires_at: '2026-01-01T00:00:00.000Z' } })
}
const credits = (cart: { credit_lines: { reference: string; reference_id: string; amount: number }[] }) =>
  cart.credit_lines.map(({ reference, reference_id, amount }) => [reference, reference_id.replace('gcard_', ''), amount])

const REASONS = [
  ['disabled', (code: string) => update(code, { status: 'pending' })],
  ['spent', (code: string) => spend(code, 100)],
  ['expired', expire],
] as const

describe.each(REASONS)('a card that paid for the whole cart and is now %s', (_how, end) => {
  beforeEach(async () => {
    expect((await put(first)).body.cart).toMatchObject({ total: 0, gift_card_total: 100 })
    await end(first)
  })

  it('gives way to another card', async () => {
    const { status, body, etag } = await put(second)

    expect({ status, etag }).toEqual({ status: 200, etag: '"3"' })
    expect(credits(body.cart)).toEqual([['gift-card', second, 100]])
    expect(body.cart).toMatchObject({ gift_cards: [{ code: second }], gift_card_total: 100, total: 0 })
    expect(await get()).toEqual(body.cart)
  })

  it('gives way to store credit', async () => {
    const { status, body, etag } = await addCredit(60)

    expect({ status, etag }).toEqual({ status: 200, etag: '"3"' })
    expect(credits(body.cart)).toMatchObject([['store-credit', expect.any(String), 60]])
    expect(body.cart).toMatchObject({ gift_cards: [], gift_card_total: 0, credit_line_total: 60, total: 40 })
    expect(await get()).toEqual(body.cart)
  })

  it('lets another card on the cart pay, so that a third one is not added', async () => {
    // The second card had nothing to pay as long as the first one could.
    await set({ gift_cards: [...(await get()).gift_cards, cardShown(second)] })
    await insertMissing(service.db, { gift_cards: [aCard({ code: `THIRD-${id}` })] })

    const { body, etag } = await put(`THIRD-${id}`)

    expect(credits(body.cart)).toEqual([['gift-card', second, 100]])
    expect({ etag, codes: body.cart.gift_cards.map(({ code }: { code: string }) => code) }).toEqual({
      etag: '"4"',
      codes: [second],
    })
    expect(await get()).toEqual(body.cart)
  })

  it('frees its place in a full cart', async () => {
    const many = Array.from({ length: 49 }, (_, n) => aCard({ code: `${first}-${n}`, balance: '0' }))
    await insertMissing(service.db, { gift_cards: many })
    await set({ gift_cards: [...(await get()).gift_cards, ...many.map(({ code }) => cardShown(code))] })

    expect((await put(second)).body.cart).toMatchObject({ gift_cards: [{ code: second }], total: 0 })
  })
})

describe('a cart that is fully paid', () => {
  it.each([
    ['a card', () => put(second)],
    ['store credit', () => addCredit()],
  ])('stays unchanged when it is given %s', async (_what, give) => {
    const { status, body } = await put(first)
    const stored = await state()

    expect(await give()).toMatchObject({ status, body })
    expect(await state()).toEqual(stored)
  })

  it.each([
    ['a card', () => put(second), 'gift-card'],
    ['store credit', () => addCredit(), 'store-credit'],
  ])('accepts %s for what its card can no longer pay', async (_what, give, reference) => {
    await put(first)
    await spend(first, 70)

    const { body } = await give()

    expect(credits(body.cart)).toEqual(
      expect.arrayContaining([
        ['gift-card', first, 30],
        [reference, expect.any(String), 70],
      ]),
    )
    expect(body.cart).toMatchObject({ total: 0, gift_card_total: reference === 'gift-card' ? 100 : 30 })
  })

  it('keeps its payment sessions if the amount due stays the same', async () => {
    await spend(first, 70)
    await put(first)
    const before = aPaymentCollection({ amount: 70 })
    await set({ payment_collection: before })
    await spend(second, 70)
    await update(first, { status: 'pending' })

    const { body } = await put(second)

    expect(body.cart).toMatchObject({ total: 70, gift_cards: [{ code: second }] })
    expect(body.cart.payment_collection).toEqual(before)
  })
})

/** A card as carts store it. */
function cardShown(code: string) {
  const { ledger: _ledger, balance: _b, credits: _c, debits: _d, account_code: _a, ...card } = aCard({ code })
  return card
}
