import { ownStoreCreditAccountOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { claimStoreCreditAccount } from './claim-store-credit-account.ts'
import { getOwnStoreCreditAccount } from './get-own-store-credit-account.ts'
import { listOwnStoreCreditAccounts } from './list-own-store-credit-accounts.ts'

export const ownStoreCreditAccountHandlers = implementAll(ownStoreCreditAccountOperations, {
  listOwnStoreCreditAccounts,
  getOwnStoreCreditAccount,
  claimStoreCreditAccount,
})
