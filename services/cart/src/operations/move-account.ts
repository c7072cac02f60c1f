import { type creditStoreCreditAccount, invalidData } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { decimalText } from '@souk/totals'
import { writtenAccountAnswer } from '../answers/store-credit-account.ts'
import type { Deps } from '../deps.ts'
import { entered } from '../domain/accounts/ledger.ts'
import { updateAccount } from './any-account.ts'

type Request = Pick<RequestOf<typeof creditStoreCreditAccount>, 'params' | 'body' | 'command' | 'actor' | 'selection' | 'passOn'>

/**
 * Enters a movement into the ledger of an account, and answers the account. By default it refers to the caller.
 * @throws invalid_data if the amount is not above 0, or a debit exceeds the balance
 */
export async function moveAccount(request: Request, deps: Deps, direction: 'credit' | 'debit') {
  const { params, body, command, actor } = request
  if (body.amount <= 0) throw invalidData('Amount must be greater than 0')
  const amount = `${direction === 'debit' ? '-' : ''}${decimalText(body.amount)}`
  const by = actor.type === 'secret-key' ? 'api-key' : 'user'
  const asking = 'id' in actor ? { reference: by, reference_id: actor.id } : { reference: null, reference_id: null }
  const { reference, reference_id = null } = body.reference ? body : asking
  const note = body.note ?? ''
  const moved = await updateAccount(params.id, deps, command, (account, { newId, now }) => {
    const id = newId('sc_trx')
    return entered(account, { id, key: id, amount, reference: reference ?? null, reference_id, note, at: now })
  })
  return writtenAccountAnswer(moved, request, deps)
}
