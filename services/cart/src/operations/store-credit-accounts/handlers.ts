import { storeCreditAccountOperations, storeCreditTransferOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createStoreCreditAccount } from './create-store-credit-account.ts'
import { creditStoreCreditAccount } from './credit-store-credit-account.ts'
import { debitStoreCreditAccount } from './debit-store-credit-account.ts'
import { getStoreCreditAccount } from './get-store-credit-account.ts'
import { listStoreCreditAccounts } from './list-store-credit-accounts.ts'
import { listStoreCreditTransactions } from './list-store-credit-transactions.ts'
import { receiveStoreCredit } from './receive-store-credit.ts'

export const storeCreditAccountHandlers = implementAll(storeCreditAccountOperations, {
  listStoreCreditAccounts,
  createStoreCreditAccount,
  getStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  listStoreCreditTransactions,
})
export const storeCreditTransferHandlers = implementAll(storeCreditTransferOperations, { receiveStoreCredit })
