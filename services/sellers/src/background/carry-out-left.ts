import { type FinishLeftOptions, finishLeft, isRefusal, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { carryOut } from '../operations/requests/carry-out.ts'

const DEADLINE_MS = 5000

type Options = Pick<Deps, 'requests' | 'identities' | 'sellers'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Makes the sellers of requests that were accepted by a process that ended before it could. Any number of replicas may do so:
 * each is made once, or its request waits for another review.
 */
export const carryOutLeft = (deps: Options) =>
  finishLeft(
    [
      leftWork(deps.requests.listLeft, (request) =>
        carryOut(request, request.accepting!, deps, Date.now() + DEADLINE_MS).catch(unlessRefused),
      ),
    ],
    { ...deps, problem: 'an accepted request could not be carried out' },
  )

/** The request waits for another review. */
function unlessRefused(error: unknown) {
  if (!isRefusal(error)) throw error
}
