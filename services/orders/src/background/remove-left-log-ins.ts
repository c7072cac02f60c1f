import { ENDED_AFTER_MS } from '@souk/contracts'
import { backgroundEnvelope, type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { removeLogIn } from '../operations/customers/remove-log-in.ts'

const DEADLINE_MS = 5000

type Options = Pick<Deps, 'customers' | 'logIns' | 'leftLogIns' | 'wishlists'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Removes the log-ins and wishlists of deleted customers, if a process ended before it could, or `sellers` was away. Any number
 * of replicas may run this.
 */
export function removeLeftLogIns({ leftAfterMs = ENDED_AFTER_MS, ...deps }: Options) {
  const { leftLogIns } = deps
  const left = leftWork(
    leftLogIns.listLeft,
    ({ _id }) => removeLogIn(_id, deps, backgroundEnvelope('orders', DEADLINE_MS)),
    leftLogIns.postpone,
  )
  return finishLeft([left], { ...deps, leftAfterMs, problem: 'log-ins and wishlists of deleted customers could not be removed' })
}
