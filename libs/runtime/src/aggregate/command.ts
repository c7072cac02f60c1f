import type { DecisionContext, DomainEvent, OperationError } from '@souk/contracts'
import type { Fate } from '../fate.ts'
import type { OpId } from '../ids.ts'

/** The next state, and the events of the change. */
export interface Decision<T> {
  state: T
  events?: readonly DomainEvent[]
}

/**
 * Returned by a decision that needs to know more first. It is not a refusal, and changes nothing: see `executeWithLookups`.
 */
export class LookupNeeded<Need = unknown> {
  readonly need: Need
  constructor(need: Need) {
    this.need = need
  }
}

/** Decides the next state from the present one. Pure; refuses by throwing. `More` is another result that it may return. */
export type Decide<T, More = never> = (state: T, context: DecisionContext) => Decision<T> | More

export interface Command<T, More = never> {
  op: OpId
  /** Epoch ms. */
  deadline: number
  decide: Decide<T, More>
  /** The refusal if there is no such aggregate, or none that this caller may see. */
  missing: () => OperationError
  /**
   * False hides the aggregate from this caller (tenants, sales channels). Once false, it must stay false for this caller: such a
   * refusal is final without being recorded, so that strangers leave no trace in an aggregate.
   */
  visible?: (state: T) => boolean
  /**
   * False refuses this caller as if the aggregate were hidden, but only for now: it may change hands. A contested refusal is
   * recorded, so that an earlier attempt does nothing once the aggregate is the caller's.
   */
  inReach?: (state: T) => boolean
  /** The refusal if the aggregate would outgrow the size limit of a document. */
  tooLarge?: () => OperationError
  /** Revisions that `If-Match` allows; undefined allows all. */
  if_match?: readonly number[] | undefined
  /** Set for requests with an Idempotency-Key: the op is remembered for 24 h instead of 30 s. */
  keepOp?: boolean
  /** The op is known to have been applied: if the aggregate has forgotten it, it is refused instead of applied twice. */
  onlyRepeat?: boolean
  /**
   * Another attempt of the op may still be under way: a refusal is recorded in the aggregate before it is answered, so that the
   * other attempt does nothing, whatever state it is decided on.
   */
  contested?: boolean
  /** Learns the outcome of the op. */
  fate?: Fate
  /** Called if the command has to wait for others on the same aggregate. */
  onWait?: () => void
}

export interface Outcome<T> {
  state: T
  revision: number
  /** True if this op had been applied before: the state may have changed since. */
  repeated: boolean
}

/** A command in the queue, with the instant it arrived and how to answer it. */
export interface Waiting<T> extends Command<T, LookupNeeded> {
  now: string
  /**
   * The revision in the filter of a write whose outcome is unknown: while the aggregate is at that revision, the write may still
   * land.
   */
  doubtedAt?: number | undefined
  resolve: (outcome: Outcome<T> | LookupNeeded) => void
  reject: (error: unknown) => void
}
