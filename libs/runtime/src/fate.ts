import { OperationError, outcomeUnknown } from '@souk/contracts'

/**
 * The knowledge of an op's outcome. `open`: nothing was written; `unknown`: a write was sent and not answered; `refused`: no
 * attempt of it can be carried out any more.
 */
export interface Fate {
  is: 'open' | 'unknown' | 'applied' | 'refused'
}

/** A decision about the request itself, unlike a failure of ours. */
export const isRefusal = (error: unknown): error is OperationError => error instanceof OperationError && error.status < 500

/**
 * Whether no other attempt can be carried out either: the refusal is recorded, or about an owner or an unknown id, which never
 * change.
 */
export const isFinal = (error: unknown, { is }: Fate): boolean =>
  isRefusal(error) && (is === 'refused' || error.kind === 'forbidden')

/** The error that may be answered: a failure after the op's write must not sound like "not done", nor may a refusal. */
export function truthOf(error: unknown, { is }: Fate): unknown {
  if (!(error instanceof OperationError) || error.kind === 'unexpected') return error
  if (is === 'applied' && isRefusal(error)) return alreadyExecuted()
  return is === 'applied' || is === 'unknown' ? outcomeUnknown(error) : error
}

/** The refusal of a repeat whose answer is not kept, or may not be told. */
export const alreadyExecuted = () => new OperationError('already_executed', 'The request was carried out; its answer is not kept')
