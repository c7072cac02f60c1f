import { decimalText, exactSum } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, entered, type LedgerEntry, OPENED } from './ledger.ts'

const AT = '2026-01-02T03:04:05.000Z'
const entry = (amount: string, key = amount): LedgerEntry => ({
  id: `sc_trx_${key}`,
  key,
  amount,
  reference: null,
  reference_id: null,
  note: null,
  at: AT,
})
const after = (...amounts: string[]) => amounts.reduce((account, amount, n) => entered(account, entry(amount, `${n}`)), OPENED)
const sums = ({ balance, credits, debits }: Account) => ({ balance, credits, debits })

describe('entered', () => {
  it.each([
    [['100'], { balance: '100', credits: '100', debits: '0' }],
    [['100', '-40'], { balance: '60', credits: '100', debits: '40' }],
    [['0.1', '0.2', '-0.3'], { balance: '0', credits: '0.3', debits: '0.3' }],
    [
      ['9007199254740992', '0.0000000001'],
      { balance: '9007199254740992.0000000001', credits: '9007199254740992.0000000001', debits: '0' },
    ],
  ])('sums %j exactly', (amounts, expected) => {
    expect(sums(after(...amounts))).toEqual(expected)
  })

  it('appends the entry, and leaves earlier entries and the given account unchanged', () => {
    const before = after('5')
    const now = entered(before, entry('-2', 'next'))
    expect(now.ledger).toEqual([...before.ledger, entry('-2', 'next')])
    expect(now.ledger[0]).toBe(before.ledger[0])
    expect(sums(before)).toEqual({ balance: '5', credits: '5', debits: '0' })
  })

  it('enters each key once', () => {
    const before = after('5')
    expect(entered(before, entry('-3', '0'))).toBe(before)
  })

  it.each([
    ['more than the balance', () => entered(after('5'), entry('-5.01', 'x')), 'Insufficient balance'],
    ['anything from an empty account', () => entered(OPENED, entry('-0.0001', 'x')), 'Insufficient balance'],
    [
      'amounts that MongoDB does not hold',
      () => entered(after('9007199254740992'), entry('0.00000000000000000001', 'x')),
      'An account holds amounts of at most 34 digits',
    ],
    [
      'more entries than a document should hold',
      () => entered({ ...OPENED, ledger: Array.from({ length: 5000 }, (_, n) => entry('1', `${n}`)) }, entry('1', 'x')),
      'An account has at most 5000 transactions',
    ],
  ])('rejects %s', (_what, enter, message) => {
    expect(enter).toThrow(message)
  })

  it('keeps the balance equal to the sum of the ledger, and never negative', () => {
    const amount = fc.integer({ min: -100_000, max: 100_000 }).filter((n) => n !== 0)
    const history = fc.array(fc.record({ key: fc.integer({ min: 0, max: 30 }), amount }), { maxLength: 40 })
    fc.assert(
      fc.property(history, (steps) => {
        let account: Account = OPENED
        for (const { key, amount } of steps) {
          const before = account
          try {
            account = entered(account, entry(decimalText(amount / 100), `${key}`))
          } catch {
            expect(account).toBe(before)
          }
          expect(account.ledger.slice(0, before.ledger.length)).toEqual(before.ledger)
          const amounts = account.ledger.map((one) => one.amount)
          expect(sums(account)).toEqual({
            balance: exactSum(amounts),
            credits: exactSum(amounts.filter((one) => !one.startsWith('-'))),
            debits: exactSum(amounts.filter((one) => one.startsWith('-')).map((one) => one.slice(1))),
          })
          expect(account.balance.startsWith('-')).toBe(false)
        }
        expect(new Set(account.ledger.map(({ key }) => key)).size).toBe(account.ledger.length)
      }),
    )
  })
})
