import { type FinishLeftOptions, finishLeft, isRefusal, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { carryOut } from '../operations/requests/carry-out.ts'

const DEADLINE_MS = 5000

type Options = Pick<Deps, 'requests' | 'identities' | 'sellers' | 'reviews' | 'catalogue'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Carries out accepted requests if a process ended before it could, or `pricing` was unavailable. Any number of replicas may do
 * so: each request is carried out once, or waits for another review.
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

/** Ignores a refusal: the request waits for another review. */
function unlessRefused(error: unknown) {
  if (!isRefusal(error)) throw error
}
