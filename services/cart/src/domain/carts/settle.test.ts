import { decimalText, exactSum } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AT,
  aCart,
  aContext,
  aPaymentCollection,
  aQuotedLine,
  balanceOf,
  LATER,
  spendable,
  vat19,
} from '../../../test/builders.ts'
import { assertMayBePutOn, balancesOf, putOn, takeOff } from '../gift-cards/cart-gift-cards.ts'
import type { SpendableCard } from '../gift-cards/gift-card.ts'
import type { CartRecord } from './cart.ts'
import { settle } from './settle.ts'

const withCards = (cart: CartRecord, cards: readonly SpendableCard[]) =>
  settle(
    cards.reduce(putOn, cart),
    cards.map((card) => balanceOf(card)),
    aContext(),
  )

const credit = ({ credit_lines }: CartRecord) => credit_lines.map(({ reference_id, amount }) => [reference_id, amount])
const of100 = () => aCart({ lines: [aQuotedLine({ quantity: 5 })] })

describe('settle', () => {
  it.each([
    ['one card pays a part', [30], [30], 70],
    ['one card pays all', [100], [100], 0],
    ['one card has more than is needed', [250], [100], 0],
    ['cards pay in the order in which they were put on', [40, 20, 70], [40, 20, 40], 0],
    ['a card for which nothing is left gives nothing and stays', [100, 50], [100], 0],
    ['exact tenths', [0.1, 0.2], [0.1, 0.2], 99.7],
  ])('%s', (_what, balances, given, total) => {
    const cards = balances.map((balance, n) => spendable({ code: `C${n}`, balance: String(balance) }))

    const settled = withCards(of100(), cards)

    expect(credit(settled)).toEqual(given.map((amount, n) => [`gcard_C${n}`, amount]))
    expect(settled.gift_cards).toHaveLength(balances.length)
    expect(settled.total).toBe(total)
    expect(settled.gift_card_total).toBe(settled.credit_line_total)
  })

  it.each([
    ['empty', { balance: '0' }],
    ['overdrawn', { balance: '-1' }],
    ['expired', { expires_at: LATER }],
  ])('drops a card that is %s, and lets the other card pay instead', (_what, now) => {
    const [spent, good] = [spendable({ code: 'SPENT', balance: '60' }), spendable({ code: 'GOOD', balance: '90' })]
    const cart = withCards(of100(), [spent, good])

    const settled = settle(cart, [balanceOf({ ...spent, ...now }), balanceOf(good)], aContext())

    expect(credit(cart)).toEqual([
      ['gcard_SPENT', 60],
      ['gcard_GOOD', 40],
    ])
    expect(credit(settled)).toEqual([['gcard_GOOD', 90]])
    expect(settled).toMatchObject({ total: 10, gift_cards: [{ code: 'GOOD' }], card_balances: [{ id: 'gcard_GOOD' }] })
  })

  it('keeps credit that no gift card gave, and applies cards to the remainder', () => {
    const other = {
      ...withCards(of100(), [spendable({ code: 'X', balance: '30' })]).credit_lines[0]!,
      id: 'cacl_other',
      reference: 'store-credit',
      reference_id: null,
    }
    const card = spendable({ code: 'A', balance: '100' })

    const settled = settle(putOn({ ...of100(), credit_lines: [other] }, card), [balanceOf(card)], aContext())

    expect(credit(settled)).toEqual([
      [null, 30],
      ['gcard_A', 70],
    ])
    expect(settled).toMatchObject({ total: 0, credit_line_total: 100, gift_card_total: 70 })
  })

  it('keeps the id of a card’s credit line while the card stays, and the same object while its amount stays', () => {
    const [first, second] = [spendable({ code: 'A', balance: '80' }), spendable({ code: 'B', balance: '50' })]
    const both = withCards(of100(), [first, second])

    const without = settle(takeOff(both, 'A'), [balanceOf(second)], aContext())
    const again = settle(without, [balanceOf(second)], aContext())

    expect(without.credit_lines).toMatchObject([{ id: both.credit_lines[1]!.id, amount: 50 }])
    expect(again.credit_lines).toBe(without.credit_lines)
    expect(again.items).toBe(both.items)
  })

  it('adjusts the payment collection, rounded to cents, and drops its sessions', () => {
    const cart = {
      ...aCart({ lines: [aQuotedLine({ unit_price: 24.99, tax_lines: [{ ...vat19, rate: 10.75 }] })] }),
      payment_collection: aPaymentCollection({ amount: 27.68 }),
    }
    const card = spendable({ balance: '7.005' })

    const unchanged = settle(cart, [], aContext())
    const settled = settle(putOn(cart, card), [balanceOf(card)], aContext())

    expect(unchanged.payment_collection).toBe(cart.payment_collection)
    expect(settled.payment_collection).toMatchObject({ amount: 20.67, payment_sessions: [], updated_at: LATER })
  })

  it('takes no credit that totals would ignore as a rounding remainder, and keeps the card', () => {
    const dust = spendable({ code: 'DUST', balance: '0.01' })
    const settled = withCards(of100(), [dust])
    expect(settled).toMatchObject({ credit_lines: [], gift_cards: [{ id: dust.id }], total: 100, credit_line_total: 0 })
    const other = spendable({ code: 'MORE', balance: '0.02' })
    expect(credit(withCards(of100(), [dust, other]))).toEqual([
      [dust.id, 0.01],
      [other.id, 0.02],
    ])
  })

  it('never takes more than the exact balance of a card with many digits', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((n) => `0.${String(n).padStart(25, '0')}`)
    const property = fc.property(fc.array(digits, { minLength: 1, maxLength: 3 }), (balances) => {
      const cards = balances.map((balance, n) => spendable({ code: `D${n}`, balance }))
      for (const { reference_id, amount } of withCards(of100(), cards).credit_lines) {
        const { balance } = cards.find(({ id }) => id === reference_id)!
        expect(exactSum([balance, `-${decimalText(amount)}`])).not.toMatch(/^-/)
      }
    })
    fc.assert(property)
  })

  it('never changes its input', () => {
    const card = spendable()
    const cart = putOn(of100(), card)
    const before = structuredClone(cart)

    settle(cart, [balanceOf(card)], aContext())

    expect(cart).toEqual(before)
  })

  it('restores every total when a card is added and removed again', () => {
    const cents = fc.integer({ min: 1, max: 5_000_000 }).map((n) => n / 1000)
    const line = fc.record({
      unit_price: cents,
      quantity: fc.integer({ min: 1, max: 9 }),
      rate: fc.constantFrom(0, 7, 10.75, 19),
      is_tax_inclusive: fc.boolean(),
    })
    const held = fc.array(cents, { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), held, cents, (lines, heldBalances, balance) => {
        const quoted = lines.map(({ rate, ...rest }, n) =>
          aQuotedLine({ ...rest, variant_id: undefined, quantity: rest.quantity + n * 10, tax_lines: [{ ...vat19, rate }] }),
        )
        const cards = heldBalances.map((amount, n) => spendable({ code: `H${n}`, balance: String(amount) }))
        const card = spendable({ code: 'ONCE', balance: String(balance) })
        const before = { ...withCards(aCart({ lines: quoted }), cards), payment_collection: null }
        const balances = cards.map((one) => balanceOf(one))

        const put = settle(putOn(before, card), [...balances, balanceOf(card)], aContext())
        const after = settle(takeOff(put, 'ONCE'), balances, aContext())

        expect(after).toEqual(before)
        expect(put.total).toBeGreaterThanOrEqual(0)
        expect(put.original_total).toBe(before.original_total)
      }),
      { numRuns: 200 },
    )
  })
})

describe('takeOff', () => {
  it.each(['gift-a', 'GIFT', 'GIFT-A ', 'GIFT-AB', ''])('rejects %j on a cart with GIFT-A', (code) => {
    expect(() => takeOff(withCards(of100(), [spendable({ code: 'GIFT-A' })]), code)).toThrow(
      `Gift card (${code}) not found in cart`,
    )
  })
})

describe('assertMayBePutOn', () => {
  const cart = withCards(of100(), [spendable({ code: 'TEST1', balance: '10' })])

  it.each([
    ['already applied to cart', { code: 'TEST1', expires_at: AT, currency_code: 'usd', balance: '0' }],
    ['has expired', { code: 'TEST', expires_at: AT, currency_code: 'usd', balance: '0' }],
    ['currency does not match cart currency', { code: 'TEST', currency_code: 'usd', balance: '0' }],
    ['has no balance', { code: 'TEST', balance: '0' }],
  ])('rejects with the first reason that applies: %s', (reason, overrides) => {
    expect(() => assertMayBePutOn(cart, spendable(overrides), LATER)).toThrow(`Gift card (${overrides.code}) ${reason}`)
  })

  it('accepts a code that is a part of the code of a card on the cart', () => {
    expect(() => assertMayBePutOn(cart, spendable({ code: 'TEST' }), LATER)).not.toThrow()
  })

  it('rejects the 51st card, naming the limit', () => {
    const full = Array.from({ length: 50 }, () => spendable()).reduce(putOn, of100())

    expect(() => putOn(full, spendable())).toThrow('A cart holds at most 50 gift cards')
  })
})

describe('balancesOf', () => {
  const card = spendable({ code: 'A', balance: '10' })
  const cart = withCards(of100(), [card])

  it('uses a balance that another command stored in the meantime only if it is no older than the command', () => {
    expect(balancesOf(cart, { since: LATER, balances: new Map(), firstSeen: [] })).toMatchObject({
      known: [{ id: card.id, balance: '10' }],
      missing: [],
    })
    expect(balancesOf(cart, { since: '2026-01-02T03:05:00.001Z', balances: new Map(), firstSeen: [] })).toEqual({
      known: [],
      missing: [card.id],
    })
  })

  it.each([
    ['when the command first sees the cart', undefined],
    ['that the cart had when the command first saw it', cart.card_balances],
  ])('does not use a remembered balance %s, whatever the clock says that read it', (_what, firstSeen) => {
    const lookups = { since: LATER, balances: new Map(), firstSeen }
    expect(balancesOf(cart, lookups)).toEqual({ known: [], missing: [card.id] })
  })

  it('prefers a balance that was fetched', () => {
    expect(
      balancesOf(cart, { since: LATER, balances: new Map([[card.id, balanceOf({ ...card, balance: '3' })]]) }),
    ).toMatchObject({ known: [{ balance: '3' }], missing: [] })
  })
})
