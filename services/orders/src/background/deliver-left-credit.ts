import { backgroundEnvelope, type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { deliverCredit } from '../operations/deliver-credit.ts'

const DEADLINE_MS = 5000

type Options = Pick<Deps, 'orders' | 'storeCredit'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Delivers credit that orders owe to store credit accounts, if a process ended before it could, or `cart` was away. Any number of
 * replicas may run this: the credit arrives once.
 */
export const deliverLeftCredit = (deps: Options) =>
  finishLeft(
    [
      leftWork(
        (before, limit) => deps.orders.outgoingCredits.list(new Date(before).toISOString(), limit),
        (order) => deliverCredit(order, deps, backgroundEnvelope('orders', DEADLINE_MS)),
      ),
    ],
    { ...deps, problem: 'store credit could not be delivered' },
  )
