import type { DecisionContext } from '@souk/contracts'
import { type FoundRecord, fromDocument, type RecordCommand, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { Account } from '../domain/accounts/ledger.ts'
import { exactly, type InDecimals, inTexts, WITHOUT_LEDGER, withoutLedgerInTexts } from './exact-account.ts'

/** The functions of `createRecords`, for documents with decimals. */
interface Records<D> {
  get(id: string, deadline: number): Promise<FoundRecord<D>>
  find(id: string, deadline: number): Promise<FoundRecord<D> | undefined>
  update(id: string, command: RecordCommand, next: (stored: D, context: DecisionContext) => D): Promise<FoundRecord<D>>
}

type Found<R> = Pick<FoundRecord<never>, 'revision'> & { record: R }

/** Accounts with their ledgers, whose amounts are decimals in MongoDB and strings everywhere else. */
export function createAccountRecords<A extends Account & { id: string }>(
  collection: Collection<Stored<InDecimals<A> & { id: string }>>,
  records: Records<InDecimals<A>>,
) {
  const asFound = ({ record, revision }: Found<InDecimals<A>>): Found<A> => ({ record: inTexts<A>(record), revision })

  return {
    asFound,

    /** @throws not_found */
    get: async (id: string, deadline: number) => asFound(await records.get(id, deadline)),

    /** Undefined if unknown. */
    async find(id: string, deadline: number) {
      const found = await records.find(id, deadline)
      return found && asFound(found)
    },

    /** @throws not_found; refusals from `next` */
    async update(id: string, command: RecordCommand, next: (account: A, context: DecisionContext) => A) {
      return asFound(
        await records.update(id, command, (stored, context) => {
          const account = inTexts<A>(stored)
          const changed = next(account, context)
          return changed === account ? stored : exactly(changed, { account, stored })
        }),
      )
    },

    /** The account with this code, without its ledger. Codes are compared exactly. @param of the field that holds the code */
    async findBy(of: 'code' | 'account_code', code: string, deadline: number): Promise<Found<Omit<A, 'ledger'>> | undefined> {
      const found: Document | null = await collection.findOne({ [of]: code } as object, {
        projection: WITHOUT_LEDGER,
        ...timeLeft(deadline),
      })
      if (!found) return undefined
      return { record: withoutLedgerInTexts<A>(fromDocument<InDecimals<A> & { id: string }>(found)), revision: found.revision }
    },
  }
}
