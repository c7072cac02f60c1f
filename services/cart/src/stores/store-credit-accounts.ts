import { invalidData, type ListQuery, storeCreditAccountCreated, storeCreditAccountUpdated } from '@souk/contracts'
import {
  createOutgoing,
  createRecords,
  type EventRelay,
  type Fate,
  fieldIndexes,
  type NewRecordRequest,
  outgoingIndex,
  type Stored,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { OPENED } from '../domain/accounts/ledger.ts'
import { accountIdOf, type ListedAccount, type StoreCreditAccountRecord } from '../domain/accounts/store-credit-account.ts'
import { createAccountRecords } from './account-records.ts'
import { createBalances } from './balances.ts'
import { exactly, type InDecimals, withoutLedgerInTexts } from './exact-account.ts'

type AccountInDecimals = InDecimals<StoreCreditAccountRecord>
type NewAccount = Pick<StoreCreditAccountRecord, 'currency_code' | 'customer_id' | 'code' | 'metadata'>

/** Store credit accounts with their ledgers, except those of gift cards: one aggregate, one document. */
export function createStoreCreditAccountStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<AccountInDecimals>>('store_credit_accounts')
  const records = createRecords<AccountInDecimals>(collection, {
    noun: 'Store credit account',
    idPrefix: 'sc_acc',
    missing: (id) => `StoreCreditAccount id not found: ${id}`,
    unlisted: ['ledger', 'outgoing', 'given_up'],
    indexes: [
      { key: { code: 1 }, name: 'code', unique: true },
      { key: { customer_id: 1, currency_code: 1 }, name: 'customer' },
      ...fieldIndexes(['updated_at', 'code', 'currency_code', 'customer_id']),
      outgoingIndex('outgoing', 'transfers'),
    ],
    events: { created: storeCreditAccountCreated, updated: storeCreditAccountUpdated },
    outbox,
  })
  const { asFound, findBy, ...accounts } = createAccountRecords<StoreCreditAccountRecord>(collection, records)

  /** The account with this id, created if there is none. */
  async function open(id: string, account: NewAccount, request: Pick<NewRecordRequest, 'command'>) {
    return asFound(await records.create(exactly({ ...account, ...OPENED }), { ...request, newIds: () => () => id }))
  }

  return {
    collection,
    ensureIndexes: records.ensureIndexes,
    /** Transfers that have left accounts of this collection and are not known to have arrived. */
    transfers: createOutgoing(collection, 'outgoing'),

    ...accounts,

    /** Creates an empty account. @throws invalid_data if its customer already has one in that currency */
    async create(account: NewAccount, request: NewRecordRequest) {
      const { customer_id, currency_code } = account
      const id = customer_id === null ? request.newIds()('sc_acc') : accountIdOf(customer_id, currency_code)
      const fate: Fate = { is: 'open' }
      try {
        const made = await open(id, account, { command: { ...request.command, fate } })
        // The code belongs to this request: with another code, the account is from another request.
        if (made.record.code === account.code) return made
        fate.is = 'open'
      } finally {
        request.command.fate.is = fate.is
      }
      throw invalidData(`Store credit account with customer_id: ${customer_id}, currency_code: ${currency_code}, already exists.`)
    },

    /** The customer's account in that currency, created if there is none. */
    async ensure(customer_id: string, currency_code: string, code: string, deadline: number) {
      const id = accountIdOf(customer_id, currency_code)
      const fate: Fate = { is: 'open' }
      return (
        (await accounts.find(id, deadline)) ??
        open(id, { customer_id, currency_code, code, metadata: null }, { command: { deadline, fate } })
      )
    },

    /** A page of a customer's accounts, without their ledgers. @param show before `until` (epoch ms) */
    pageOfCustomer: <Shown>(
      customer_id: string,
      query: ListQuery,
      deadline: number,
      show: (accounts: readonly ListedAccount[], until: number) => Promise<Shown[]>,
    ) =>
      records.page(
        query,
        deadline,
        (accounts, until) =>
          show(
            accounts.map((account) => withoutLedgerInTexts<StoreCreditAccountRecord>(account)),
            until,
          ),
        { customer_id },
      ),

    /** Codes are compared exactly. */
    findByCode: async (code: string, deadline: number): Promise<ListedAccount | undefined> =>
      (await findBy('code', code, deadline))?.record,

    /** See `createBalances`. */
    listBalances: createBalances(collection),
  }
}

export type StoreCreditAccountStore = ReturnType<typeof createStoreCreditAccountStore>
