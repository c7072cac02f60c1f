import { type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { deliverAll, type SendingStore, transfersOf } from '../operations/deliver-transfers.ts'

const STORES: readonly SendingStore[] = ['gift_cards', 'store_credit_accounts']
const DEADLINE_MS = 5000

type Options = Pick<Deps, 'giftCards' | 'storeCreditAccounts'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Delivers money that was taken out of an account by a process that ended before it could deliver it. Any number of replicas may
 * run this: the money arrives once.
 */
export const deliverLeft = (deps: Options) =>
  finishLeft(
    STORES.map((store) =>
      leftWork(
        (before, limit) => transfersOf(store, deps).list(new Date(before).toISOString(), limit),
        (sent) => deliverAll(sent, store, deps, Date.now() + DEADLINE_MS),
      ),
    ),
    { ...deps, problem: 'claimed credit could not be delivered' },
  )
