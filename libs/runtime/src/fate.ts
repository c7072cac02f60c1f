import { OperationError, outcomeUnknown } from '@souk/contracts'

/**
 * The known outcome of an op. `open`: nothing was written; `unknown`: a write was sent and not answered; `applied`: it was
 * carried out; `refused`: no attempt of it can take effect any more.
 */
export interface Fate {
  is: 'open' | 'unknown' | 'applied' | 'refused'
  /** A refusal depends on the owner of a record that may change hands: it is final only once it is recorded. */
  may_change_hands?: true
}

/** A decision about the request itself, unlike a failure of ours. */
export const isRefusal = (error: unknown): error is OperationError => error instanceof OperationError && error.status < 500

/**
 * Whether no other attempt can take effect either: the refusal is recorded, or is about an owner who never changes.
 */
export const isFinal = (error: unknown, { is, may_change_hands }: Fate): boolean =>
  isRefusal(error) && (is === 'refused' || (error.kind === 'forbidden' && !may_change_hands))

/** The error to answer with: neither a failure nor a refusal after the op's write may sound like "not done". */
export function errorToAnswer(error: unknown, { is }: Fate): unknown {
  if (!(error instanceof OperationError) || error.kind === 'unexpected') return error
  if (is === 'applied' && isRefusal(error)) return alreadyExecuted()
  return is === 'applied' || is === 'unknown' ? outcomeUnknown(error) : error
}

/** The refusal of a repeat whose answer was not kept, or must not be shown again. */
export const alreadyExecuted = () => new OperationError('already_executed', 'The request was carried out; its answer is not kept')
