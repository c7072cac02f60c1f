import type { DecisionContext } from '@souk/contracts'
import type { RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { Account } from '../domain/accounts/ledger.ts'
import { cardIdOf } from '../domain/gift-cards/gift-card.ts'

type Stores = Pick<Deps, 'giftCards' | 'storeCreditAccounts'>
type Next = <A extends Account>(account: A, context: DecisionContext) => A

/** The gift card whose account this is, or the account that belongs to no card. @throws not_found */
export async function getAccount(account_id: string, stores: Stores, deadline: number) {
  const card = await findCard(account_id, stores, deadline)
  return card ?? stores.storeCreditAccounts.get(account_id, deadline)
}

/** Changes either of them. @throws not_found; refusals from `next` */
export async function updateAccount(account_id: string, stores: Stores, command: RecordCommand, next: Next) {
  // Cards are never deleted, so an existing one stays.
  const card = await findCard(account_id, stores, command.deadline)
  return card
    ? stores.giftCards.update(card.record.id, command, next)
    : stores.storeCreditAccounts.update(account_id, command, next)
}

async function findCard(account_id: string, { giftCards }: Stores, deadline: number) {
  const id = cardIdOf(account_id)
  return id === undefined ? undefined : giftCards.find(id, deadline)
}
