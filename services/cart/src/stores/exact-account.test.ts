import { Decimal128 } from 'mongodb'
import { expect, it } from 'vitest'
import type { Account, LedgerEntry } from '../domain/accounts/ledger.ts'
import { exactly, type InDecimals, inTexts } from './exact-account.ts'

const decimal = (text: string) => Decimal128.fromString(text)
const stored = {
  id: 'sca_1',
  ...{ balance: decimal('10.50'), credits: decimal('10.50'), debits: decimal('0') },
  ledger: [{ id: 'scent_1', amount: decimal('10.50') }],
} as unknown as InDecimals<Account>

it('converts each ledger entry once, even when others were added', () => {
  const account = inTexts<Account>(stored)
  const added = { ...account.ledger[0]!, id: 'scent_2', amount: '0.5' } as LedgerEntry
  const grown = exactly({ ...account, ledger: [...account.ledger, added] }, { account, stored })
  const [first, second] = inTexts<Account>(grown).ledger

  expect(account.ledger).toEqual([{ id: 'scent_1', amount: '10.50' }])
  expect(first).toBe(account.ledger[0])
  expect(second).toEqual(added)
})
