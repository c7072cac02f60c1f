import { randomBytes } from 'node:crypto'
import { receiveStoreCredit as contract } from '@souk/contracts'
import { derivedOpId, implement } from '@souk/runtime'
import { decimalText } from '@souk/totals'
import type { Deps } from '../../deps.ts'
import { CODE_BYTES, codeOf } from '../../domain/accounts/code.ts'
import { ANY_NUMBER, entered } from '../../domain/accounts/ledger.ts'

const NOTE = 'Store credit refund'

/** The transaction's id is its key in the ledger, so the account receives it once. */
export const receiveStoreCredit = implement(contract, async ({ body, deadline }, { storeCreditAccounts }: Deps) => {
  const { id, customer_id, currency_code, reference, reference_id } = body
  const code = codeOf('SC', randomBytes(CODE_BYTES))
  const { record } = await storeCreditAccounts.ensure(customer_id, currency_code, code, deadline)
  const command = { op: derivedOpId(Date.now(), 'receive', id), deadline }
  await storeCreditAccounts.update(record.id, command, (account, { now }) =>
    entered(account, { id, key: id, amount: decimalText(body.amount), reference, reference_id, note: NOTE, at: now }, ANY_NUMBER),
  )
  return { account_id: record.id }
})
