import type { creditStoreCreditAccount } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { accountAnswer } from '../answers/store-credit-account.ts'
import type { Deps } from '../deps.ts'
import { entered } from '../domain/accounts/ledger.ts'
import { updateAccount } from './any-account.ts'

type Request = Pick<RequestOf<typeof creditStoreCreditAccount>, 'params' | 'body' | 'command'>

/**
 * Enters a movement into the ledger of an account, and answers the account. @param amount exact decimal text, negative for a
 * debit
 */
export async function moveAccount({ params, body, command }: Request, deps: Deps, amount: string) {
  const { reference = null, reference_id = null, note = null } = body
  const moved = await updateAccount(params.id, deps, command, (account, { newId, now }) => {
    const id = newId('sc_trx')
    return entered(account, { id, key: id, amount, reference, reference_id, note, at: now })
  })
  return accountAnswer(moved)
}
