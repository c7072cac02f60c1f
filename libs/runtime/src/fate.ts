import { OperationError, outcomeUnknown } from '@souk/contracts'

/**
 * What is known of an op. `open`: nothing was written; `unknown`: a write was sent and not answered; `refused`: no attempt of
 * it can be carried out any more.
 */
export interface Fate {
  is: 'open' | 'unknown' | 'applied' | 'refused'
}

/** A decision about the request itself, unlike a failure of ours. */
export const isRefusal = (error: unknown): error is OperationError => error instanceof OperationError && error.status < 500

/** No other attempt can be carried out either. Whose a record is, and whether an id was ever given out, stays as it is. */
export const isFinal = (error: unknown, { is }: Fate): boolean =>
  isRefusal(error) && (is === 'refused' || error.kind === 'forbidden')

/** What may be said of an op: a failure after its write must not sound like "not done", nor may a refusal. */
export function truthOf(error: unknown, { is }: Fate): unknown {
  if (!(error instanceof OperationError) || error.kind === 'unexpected') return error
  if (is === 'applied' && isRefusal(error)) return alreadyExecuted()
  return is === 'applied' || is === 'unknown' ? outcomeUnknown(error) : error
}

export const alreadyExecuted = () => new OperationError('already_executed', 'The request was carried out; its answer is not kept')
