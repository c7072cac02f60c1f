import { randomBytes } from 'node:crypto'
import { derivedOpId, type Sender } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { CODE_BYTES, codeOf } from '../domain/accounts/code.ts'
import { received, type Transfer } from '../domain/accounts/transfer.ts'
import { accountPart } from '../domain/gift-cards/gift-card.ts'

type Stores = Pick<Deps, 'giftCards' | 'storeCreditAccounts'>

/** The collection of an account from which money was taken. */
export type SendingStore = 'gift_cards' | 'store_credit_accounts'

/**
 * Delivers all pending transfers from an account: each arrives once, even if other replicas deliver it too.
 * @param id of the account's document
 */
export async function deliver(id: string, store: SendingStore, stores: Stores, deadline: number): Promise<void> {
  const sent = await transfersOf(store, stores).find(id, deadline)
  if (sent) await deliverAll(sent, store, stores, deadline)
}

/** Delivers transfers that were already read. */
export async function deliverAll(
  { id, currency_code, outgoing }: Sender<Transfer>,
  store: SendingStore,
  stores: Stores,
  deadline: number,
) {
  const { storeCreditAccounts } = stores
  const from = store === 'gift_cards' ? accountPart('sc_acc', id) : id
  for (const transfer of outgoing) {
    const code = codeOf('SC', randomBytes(CODE_BYTES))
    await storeCreditAccounts.ensure(transfer.customer_id, currency_code, code, deadline)
    const command = { op: derivedOpId(Date.now(), 'deliver', transfer.id), deadline }
    await storeCreditAccounts.update(transfer.account_id, command, (account) => received(account, transfer, from))
    await transfersOf(store, stores).forget(id, transfer.id, deadline)
  }
}

export const transfersOf = (store: SendingStore, { giftCards, storeCreditAccounts }: Stores) =>
  store === 'gift_cards' ? giftCards.transfers : storeCreditAccounts.transfers
