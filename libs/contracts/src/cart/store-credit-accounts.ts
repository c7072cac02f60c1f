import { z } from 'zod'
import {
  Amount,
  asked,
  CurrencyCodeInput,
  Id,
  IdInput,
  Metadata,
  MetadataInput,
  SignedAmountInput,
  softDeletable,
  TextInput,
} from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { Customer } from '../orders/customer.ts'
import { StoreCreditAccount } from './store-credit-account.ts'

/** One movement of an account's balance, which never changes. */
export const StoreCreditTransaction = z
  .object({
    id: Id,
    amount: Amount.describe('Positive; the type gives the direction.'),
    type: z.enum(['credit', 'debit']),
    reference: z.string().nullable().describe('The type of its source record.'),
    reference_id: z.string().nullable(),
    note: z.string().nullable(),
    metadata: Metadata,
    account_id: Id,
    ...softDeletable,
    account: asked((): z.ZodType => StoreCreditAccount),
  })
  .meta({ id: 'StoreCreditTransaction' })
export type StoreCreditTransaction = z.infer<typeof StoreCreditTransaction>

/**
 * An account with its customer. Answers to writes lack `customer` while customers cannot be read: the write takes effect all the
 * same.
 */
export const CustomerStoreCreditAccount = StoreCreditAccount.extend({
  customer: asked((): z.ZodType => Customer).optional(),
}).meta({ id: 'CustomerStoreCreditAccount' })

/** The fields of an account that are shown by default, including its customer. */
export const ACCOUNT_DEFAULTS = [
  ...(['id', 'code', 'currency_code', 'customer_id', 'balance', 'credits', 'debits', 'metadata'] as const),
  ...(['created_at', 'updated_at', 'deleted_at', '*customer'] as const),
] as const

const transactions = asked((): z.ZodType => z.array(StoreCreditTransaction)).optional()

/** An account with its ledger, oldest entry first. */
export const StoreCreditAccountWithTransactions = CustomerStoreCreditAccount.extend({ transactions }).meta({
  id: 'StoreCreditAccountWithTransactions',
})

/** The same for a gift card's account, which has no customer. */
export const GiftCardAccount = StoreCreditAccount.extend({ transactions }).meta({ id: 'GiftCardAccount' })

const id = demonstrationId('sc_acc', 3)
const accounts = plainResource({
  service: 'cart',
  path: '/admin/store-credit-accounts',
  noun: ['store credit account', 'store credit accounts'],
  keys: ['store_credit_account', 'store_credit_accounts'],
  examples: { id, deleted: id },
  schema: StoreCreditAccountWithTransactions,
  defaults: ACCOUNT_DEFAULTS,
})

/** Accounts of customers, unclaimed ones, and those of gift cards. */
export const listStoreCreditAccounts = accounts.list('list-store-credit-accounts', {
  sort: ['created_at', 'updated_at', 'code'],
  filter: ['id', 'code', 'currency_code', 'customer_id', 'created_at', 'updated_at'],
  lowerCase: ['currency_code'],
  q: ['code', 'currency_code'],
  qInside: true,
  limit: 15,
  order: OLDEST_FIRST,
})
/**
 * Creates an empty account. A customer has one for each currency; the balance of one without a customer belongs to the first who
 * claims it.
 */
export const createStoreCreditAccount = accounts.create(
  'create-store-credit-account',
  z
    .strictObject({ currency_code: CurrencyCodeInput, customer_id: IdInput.nullish(), metadata: MetadataInput.nullish() })
    .meta({ example: { currency_code: 'eur' } }),
)
export const getStoreCreditAccount = accounts.get('get-store-credit-account')

const text = TextInput(255).nullish()
const movement = z
  .strictObject({
    amount: SignedAmountInput.describe('Must be above 0.'),
    reference: text.describe('Default: the current administrator, as `user`, or the secret key, as `api-key`.'),
    reference_id: text,
    note: TextInput(4096).nullish(),
  })
  .meta({ example: { amount: 1, note: "For the reference's examples" } })

/** Credits an amount to an account: adds an entry to its ledger, in the same write as the balance. */
export const creditStoreCreditAccount = accounts.act('credit-store-credit-account', {
  below: 'credit',
  summary: 'Credit a store credit account',
  body: movement,
})
/** Debits an amount from an account, never more than its balance, even if it is spent concurrently. */
export const debitStoreCreditAccount = accounts.act('debit-store-credit-account', {
  below: 'debit',
  summary: 'Debit a store credit account',
  body: movement,
})

export const listStoreCreditTransactions = defineOperation({
  service: 'cart',
  name: 'list-store-credit-transactions',
  method: 'GET',
  path: '/admin/store-credit-accounts/:id/transactions',
  summary: 'List the transactions of a store credit account',
  params: z.object({ id: IdInput.meta({ description: 'ID of the store credit account', example: id }) }),
  query: listQuery(StoreCreditTransaction, {
    sort: ['created_at', 'updated_at', 'amount', 'type'],
    filter: ['id', 'type', 'amount', 'reference', 'reference_id', 'created_at', 'updated_at'],
    q: ['note'],
    limit: 15,
    order: OLDEST_FIRST,
  }),
  response: listResponse('transactions', StoreCreditTransaction),
  selects: {
    key: 'transactions',
    schema: StoreCreditTransaction,
    defaults: ['id', 'amount', 'type', 'reference', 'reference_id', 'note', 'metadata', 'created_at', 'updated_at'],
  },
})

export const storeCreditAccountOperations = {
  listStoreCreditAccounts,
  createStoreCreditAccount,
  getStoreCreditAccount,
  creditStoreCreditAccount,
  debitStoreCreditAccount,
  listStoreCreditTransactions,
}

export const [storeCreditAccountCreated, storeCreditAccountUpdated] = recordEvents(
  'cart',
  'store-credit-account',
  'store credit account',
)
export const storeCreditAccountEvents = [storeCreditAccountCreated, storeCreditAccountUpdated]
