import type { Actor } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aCart, aContext, aQuotedLine, balanceOf, LATER, spendable } from '../../../test/builders.ts'
import { accountIdOf } from '../accounts/store-credit-account.ts'
import { putOn } from '../gift-cards/cart-gift-cards.ts'
import type { CardBalance, CartRecord } from './cart.ts'
import { settle } from './settle.ts'
import { payingAccount, withoutStoreCredit, withStoreCredit } from './store-credit.ts'

const ID = 'sc_acc_ann'
const account = (balance: string): CardBalance => ({ id: ID, balance, expires_at: null, at: LATER })
const of100 = (overrides: Partial<CartRecord> = {}) => aCart({ lines: [aQuotedLine({ quantity: 5 })] }, overrides)
const withCard = (cart: CartRecord, balance: string) => {
  const card = spendable({ code: 'A', balance })
  return { card, cart: settle(putOn(cart, card), [balanceOf(card)], aContext()) }
}
const credit = ({ credit_lines }: CartRecord) =>
  credit_lines.map(({ reference, reference_id, amount }) => [reference, reference_id, amount])

describe('withStoreCredit, settled', () => {
  it.each([
    ['what was asked for', 30, '50', 30],
    ['all that the account holds, where nothing was said', undefined, '50', 50],
    ['no more than is to be paid', undefined, '250', 100],
    ['no more than is to be paid, whatever was asked for', 200, '250', 100],
    ['exact tenths', 0.1, '0.3', 0.1],
    ['the whole account, when asked for exactly that', 50, '50', 50],
    ['the whole account, when asked for it as it is shown', 49.95, '49.949999999999999999', 49.9499999999999],
  ])('pays %s', (_what, amount, balance, paid) => {
    const cart = settle(withStoreCredit(of100(), account(balance), amount), [account(balance)], aContext())
    expect(credit(cart)).toEqual([['store-credit', ID, paid]])
    expect(cart).toMatchObject({ total: 100 - paid, credit_line_total: paid, gift_card_total: 0, original_total: 100 })
  })

  it.each([
    ['nothing', null, undefined, 'Store credit account not found for the customer on the cart in that currency.'],
    ['an empty account', account('0'), undefined, 'Store credit account has no balance'],
    ['an empty account, before all else', account('0'), 5, 'Store credit account has no balance'],
    ['too little', account('5'), 5.01, 'Amount is greater than the store credit account balance'],
  ])('rejects a look-up that found %s', (_what, found, amount, message) => {
    expect(() => withStoreCredit(of100(), found, amount)).toThrow(message)
  })

  it('replaces earlier store credit, and keeps its credit line', () => {
    const first = settle(withStoreCredit(of100(), account('90'), 20), [account('90')], aContext())
    const second = settle(withStoreCredit(first, account('90'), 90), [account('90')], aContext())
    expect(credit(second)).toEqual([['store-credit', ID, 90]])
    expect(second.total).toBe(10)
  })

  it('pays what gift cards leave; that share goes first later on, and does not grow when a card pays less', () => {
    const { card, cart } = withCard(of100(), '60')
    const both = settle(withStoreCredit(cart, account('500'), undefined), [balanceOf(card), account('500')], aContext())
    expect(credit(both)).toEqual([
      ['store-credit', ID, 40],
      ['gift-card', card.id, 60],
    ])
    const later = settle(both, [balanceOf({ ...card, balance: '10' }), account('500')], aContext())
    expect(credit(later)).toEqual([
      ['store-credit', ID, 40],
      ['gift-card', card.id, 10],
    ])
    expect(later).toMatchObject({ total: 50, gift_card_total: 10, credit_line_total: 50 })
  })

  it('changes nothing when nothing is left to pay', () => {
    const { cart } = withCard(of100(), '100')
    expect(withStoreCredit(cart, account('50'), undefined)).toBe(cart)
  })
})

describe('settle, with store credit on the cart', () => {
  const paid = settle(withStoreCredit(of100(), account('80'), 60), [account('80')], aContext())

  it.each([
    ['gives no more than is left on the account', '25', 25],
    ['gives no more than was asked for, whatever came onto the account', '800', 60],
  ])('%s', (_what, balance, amount) => {
    expect(credit(settle(paid, [account(balance)], aContext()))).toEqual([['store-credit', ID, amount]])
  })

  it('pays no more than the total, and as much as before when the total grows again', () => {
    const smaller = settle({ ...paid, items: aCart().items }, [account('80')], aContext())
    expect([smaller.total, credit(smaller)]).toEqual([0, [['store-credit', ID, 20]]])
    expect(credit(settle({ ...smaller, items: paid.items }, [account('80')], aContext()))).toEqual([['store-credit', ID, 60]])
  })

  it('drops the store credit once the account is empty', () => {
    const without = settle(paid, [account('0')], aContext())
    expect([without.total, without.credit_lines, without.store_credit]).toEqual([100, [], null])
    expect(settle(without, [], aContext()).store_credit).toBeNull()
  })
})

describe('withoutStoreCredit', () => {
  it('removes the store credit, and leaves a cart without any unchanged', () => {
    const cart = of100()
    expect(withoutStoreCredit(cart)).toBe(cart)
    const paid = settle(withStoreCredit(cart, account('80'), 60), [account('80')], aContext())
    expect(settle(withoutStoreCredit(paid), [], aContext())).toMatchObject({ total: 100, credit_lines: [], store_credit: null })
  })
})

describe('payingAccount', () => {
  const asking = (customer_id: string | null): Actor => ({ type: 'storefront', id: 'apk_1', sales_channel_ids: [], customer_id })
  const own = of100({ customer_id: 'cus_ann' })

  it('is the account of the customer in the currency of the cart', () => {
    expect(payingAccount(own, asking('cus_ann'))).toBe(accountIdOf('cus_ann', 'eur'))
    expect(accountIdOf('cus_ann', 'eur')).not.toBe(accountIdOf('cus_ann', 'usd'))
    expect(accountIdOf('cus_ann', 'eur')).toMatch(/^sc_acc_[0-9A-F]{26}$/)
  })

  it.each([
    ['a guest', own, null, 'Unauthorized'],
    ["a guest's cart", of100(), 'cus_ann', "Cart's customer must be set to add store credits"],
    ["another customer's cart", own, 'cus_bob', `Cart id not found: ${own.id}`],
  ])('rejects %s', (_what, cart, customer_id, message) => {
    expect(() => payingAccount(cart, asking(customer_id))).toThrow(message)
  })
})
