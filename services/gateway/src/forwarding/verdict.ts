import type { Reply } from '@souk/runtime'

/**
 * `outcome_unknown`: a write was sent to the database, and its outcome is unknown; a retry with the same op-id finds it out.
 */
const RETRYABLE = new Set(['overloaded', 'unavailable', 'outcome_unknown'])

/** `final`: the reply is the answer; `again`: the service could not answer; `wait`: other attempts must be awaited first. */
export type Verdict = 'final' | 'again' | 'wait'

export interface Circumstances {
  mutating: boolean
  /** Another attempt may still be carried out, or is being carried out. */
  contested: boolean
}

/**
 * A reply's verdict on its request. A refusal is about one attempt: while another one may still be executed, it does not settle
 * the request, unless the service has made sure that none can be.
 */
export function verdictOn(
  { status, settled, failure }: Pick<Reply, 'status' | 'settled' | 'failure'>,
  { mutating, contested }: Circumstances,
): Verdict {
  if (failure !== undefined && RETRYABLE.has(failure)) return 'again'
  if (status < 400 || settled || !contested) return 'final'
  return mutating || failure !== undefined ? 'wait' : 'final'
}
