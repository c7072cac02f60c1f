import { exactSum } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, entered, OPENED } from '../../services/cart/src/domain/accounts/ledger.ts'
import { sentAway, type Transferring } from '../../services/cart/src/domain/accounts/transfer.ts'
import { aContext } from '../../services/cart/test/builders.ts'
import { type AuditedAccount, problemsOf } from './problems-of.ts'

const NOW = Date.parse('2026-01-02T04:00:00.000Z')
const of = (amounts: string[], overrides: Partial<AuditedAccount> = {}): AuditedAccount => ({
  balance: exactSum(amounts),
  credits: exactSum(amounts.filter((one) => !one.startsWith('-'))),
  debits: exactSum(amounts.filter((one) => one.startsWith('-')).map((one) => one.slice(1))),
  ledger: amounts.map((amount, n) => ({ key: `${n}`, amount })),
  outgoing: [],
  ...overrides,
})

describe('problems of an account', () => {
  it.each<[string, AuditedAccount, string[]]>([
    ['are none for an empty account', of([]), []],
    ['are none for a spent account', of(['100', '-40.5', '-59.5']), []],
    ['are none for amounts in other notations', of(['0.3', '-0.1', '-2E-1'], { balance: '0E-6', debits: '0.30' }), []],
    ['include a wrong balance', of(['100', '-40'], { balance: '61' }), ['balance 61 is not 60']],
    ['include a wrong sum of credits', of(['100', '-40'], { credits: '0' }), ['credits 0 is not 100']],
    ['include a wrong sum of debits', of(['100', '-40'], { debits: '-40' }), ['debits -40 is not 40']],
    ['include a negative balance', of(['1', '-2']), ['balance -1 is negative']],
    [
      'include duplicate entries',
      of(['5', '5'], { ledger: ['5', '5'].map((amount) => ({ key: 'same', amount })) }),
      ['duplicate entries: 1'],
    ],
    [
      'include an outgoing transfer that has not arrived for long',
      of(['5', '-5'], {
        outgoing: [
          { id: 'sc_trx_1', amount: '5', at: '2026-01-02T03:49:59.000Z' },
          { id: 'sc_trx_2', amount: '5', at: '2026-01-02T03:51:00.000Z' },
        ],
      }),
      ['5 that left it at 2026-01-02T03:49:59.000Z has not arrived (sc_trx_1)'],
    ],
  ])('%s', (_what, account, expected) => {
    expect(problemsOf(account, NOW)).toEqual(expected)
  })

  it('there are none after any history that the service allows, and one once any amount is changed', () => {
    const history = fc.array(fc.integer({ min: -5000, max: 9999 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(history, fc.nat(), fc.integer({ min: 1, max: 500 }), (steps, which, by) => {
        let account: Account & Transferring = OPENED
        for (const [n, cents] of steps.entries()) {
          const entry = { id: `${n}`, key: `${n}`, amount: exactSum([String(cents / 100)]), reference: null, reference_id: null }
          try {
            account = entered(account, { ...entry, note: null, at: '2026-01-02T03:59:00.000Z' })
            if (cents % 7 === 0)
              account = sentAway(account, { account_id: 'a', customer_id: 'c' }, aContext('2026-01-02T03:59:00.000Z'))
          } catch {
            // rejected: nothing happened
          }
        }
        const audited = { ...account, outgoing: account.outgoing ?? [] }
        expect(problemsOf(audited, NOW)).toEqual([])
        const wrong = { ...audited, balance: exactSum([audited.balance, String(by / 100)]) }
        expect(problemsOf(wrong, NOW)).toHaveLength(1)
        if (audited.ledger.length === 0) return
        const at = which % audited.ledger.length
        const ledger = audited.ledger.map((one, n) =>
          n === at ? { ...one, amount: exactSum([one.amount, String(by / 100)]) } : one,
        )
        expect(problemsOf({ ...audited, ledger }, NOW).length).toBeGreaterThan(0)
      }),
    )
  })
})
