import { describe, expect, it } from 'vitest'
import { aCard } from '../../../test/builders.ts'
import { debitedForCheckout, givenBack } from './checkout-entries.ts'
import type { LedgerEntry } from './ledger.ts'

const AT = '2026-05-06T07:08:09.000Z'
const LATER = '2026-05-06T09:08:09.000Z'
const entry = (amount: string, overrides: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id: 'sc_trx_1', key: 'checkout', amount, reference: 'cart', reference_id: 'cart_1', note: null, at: AT },
  ...overrides,
})
const keys = ({ ledger }: { ledger: readonly LedgerEntry[] }) => ledger.map(({ key, amount }) => [key, amount])

describe('the debit of a checkout', () => {
  it('is made once', () => {
    const card = aCard({ value: 10 })
    const debited = debitedForCheckout(card, entry('-4'))
    expect(debited.balance).toBe('6')
    expect(debitedForCheckout(debited, entry('-4'))).toBe(debited)
  })

  it.each([
    { card: aCard({ value: 3 }), message: 'Insufficient balance' },
    { card: aCard({ code: 'OLD', expires_at: '2026-01-01T00:00:00.000Z' }), message: 'Gift card (OLD) has expired' },
    { card: aCard({ code: 'OFF', status: 'pending' }), message: 'Gift card (OFF) has been disabled' },
  ])('is rejected: $message', ({ card, message }) => {
    expect(() => debitedForCheckout(card, entry('-4'))).toThrow(message)
  })

  it('is given back once, and not made again afterwards', () => {
    const debited = debitedForCheckout(aCard({ value: 10 }), entry('-4'))
    const back = givenBack(debited, entry('4'))
    expect([back.balance, back.debits, back.credits]).toEqual(['10', '4', '14'])
    expect(keys(back).slice(1)).toEqual([
      ['checkout', '-4'],
      ['checkout:back', '4'],
    ])
    expect(givenBack(back, entry('4'))).toBe(back)
    expect(debitedForCheckout(back, entry('-4'))).toBe(back)
  })

  it('is given back even when the ledger of the account is full', () => {
    const debited = debitedForCheckout(aCard({ value: 10 }), entry('-4'))
    const full = { ...debited, ledger: Array.from({ length: 5000 }, (_, n) => debited.ledger[n] ?? entry('1', { key: `${n}` })) }
    expect(givenBack(full, entry('4')).balance).toBe('10')
  })

  it('is rejected if the checkout was given up before, for as long as its request may still be on its way', () => {
    const card = aCard({ value: 10 })
    const noted = givenBack(card, entry('4'))
    expect([noted.balance, noted.ledger]).toEqual(['10', card.ledger])
    expect(givenBack(noted, entry('4'))).toBe(noted)
    expect(() => debitedForCheckout(noted, entry('-4'))).toThrow('The checkout was given up')
    expect(debitedForCheckout(noted, entry('-4', { key: 'another' })).balance).toBe('6')
    expect(givenBack(noted, entry('4', { key: 'later', at: LATER })).given_up).toEqual([{ key: 'later', at: LATER }])
  })
})
