import { z } from 'zod'
import { asked, FilledTextInput, IdInput } from '../fields/common.ts'
import { DEMONSTRATION } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { StoreCustomer } from '../orders/store-customer.ts'
import { ACCOUNT_DEFAULTS, CustomerStoreCreditAccount, StoreCreditTransaction } from './store-credit-accounts.ts'

/** Without notes of administrators, and without the ids of what caused it: a user, or an account of others. */
const OwnStoreCreditTransaction = StoreCreditTransaction.omit({ account: true, note: true, reference_id: true }).meta({
  id: 'OwnStoreCreditTransaction',
})

/** An account as its customer sees it, with its ledger, oldest entry first. */
const OwnStoreCreditAccount = CustomerStoreCreditAccount.extend({
  customer: asked((): z.ZodType => StoreCustomer).optional(),
  transactions: asked((): z.ZodType => z.array(OwnStoreCreditTransaction)).optional(),
}).meta({ id: 'OwnStoreCreditAccount' })

const path = '/store/store-credit-accounts'
const one = {
  response: z.object({ store_credit_account: OwnStoreCreditAccount }),
  selects: { key: 'store_credit_account', schema: OwnStoreCreditAccount, defaults: ACCOUNT_DEFAULTS },
} as const

/** One for each currency; without `currency_code`, which the peers require, those of all currencies. */
export const listOwnStoreCreditAccounts = defineOperation({
  service: 'cart',
  name: 'list-own-store-credit-accounts',
  method: 'GET',
  path,
  customersOnly: true,
  summary: "List the current customer's store credit accounts",
  query: listQuery(OwnStoreCreditAccount, {
    sort: ['created_at', 'updated_at'],
    filter: ['currency_code', 'created_at', 'updated_at'],
    lowerCase: ['currency_code'],
    limit: 15,
    order: OLDEST_FIRST,
  }),
  response: listResponse('store_credit_accounts', OwnStoreCreditAccount),
  selects: { ...one.selects, key: 'store_credit_accounts' },
})

/** Another customer's account is refused like an unknown one. */
export const getOwnStoreCreditAccount = defineOperation({
  ...one,
  service: 'cart',
  name: 'get-own-store-credit-account',
  method: 'GET',
  path: `${path}/:id`,
  customersOnly: true,
  summary: 'Get a store credit account of the current customer',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the store credit account', example: DEMONSTRATION.store_credit_account_id }),
  }),
})

/**
 * Moves the balance of a gift card's account, or of one without an owner, to the customer's own account in that currency, which
 * is created if necessary and is the answer. Only one of several concurrent claims gets it.
 */
export const claimStoreCreditAccount = defineOperation({
  ...one,
  service: 'cart',
  name: 'claim-store-credit-account',
  method: 'POST',
  path: `${path}/claim`,
  customersOnly: true,
  summary: 'Claim a store credit account or a gift card',
  ifMatch: 'none',
  body: z
    .strictObject({
      code: FilledTextInput().describe('Code of the account or gift card, compared exactly.'),
    })
    .meta({ example: { code: DEMONSTRATION.claimed_gift_card_code } }),
  failureLimit: { perAddress: 100 },
})

export const ownStoreCreditAccountOperations = {
  listOwnStoreCreditAccounts,
  getOwnStoreCreditAccount,
  claimStoreCreditAccount,
}
