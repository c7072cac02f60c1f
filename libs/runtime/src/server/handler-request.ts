import type { Operation } from '@souk/contracts'
import type { ReceivedEnvelope } from '../bus/envelope.ts'
import type { Fate } from '../fate.ts'
import { idsFrom, type OpId } from '../ids.ts'
import type { Logger } from '../observability/logger.ts'
import { passOn, type RequestOf } from './implement.ts'

/** One received message, with its request checked against the contract. */
export interface ValidRequest extends Pick<RequestOf<Operation>, 'params' | 'query' | 'body' | 'selection'> {
  operation: Operation
  envelope: ReceivedEnvelope
  /** The bytes of the body. */
  data: Uint8Array
  if_match: number[] | undefined
  log: () => Logger
  onWait: () => void
}

/** How the handler is run. */
export interface RunOptions {
  op: OpId
  /** The work is known to be done: only its answer is needed. */
  onlyRepeat: boolean
  /** Another run of the same op may be under way. */
  contested: boolean
  fate: Fate
}

/**
 * The request as a handler sees it in one run; its op-id determines new ids. A class, because one is made for every message. All
 * members are own properties, so that a copy (`{ ...request, params }`) has them, too.
 */
export class HandlerRequest implements RequestOf<Operation> {
  readonly params
  readonly query
  readonly body
  readonly selection
  readonly actor
  readonly envelope
  readonly deadline
  readonly command
  readonly newIds
  readonly passOn
  readonly log

  constructor(valid: ValidRequest, { op, ...run }: RunOptions) {
    const envelope = op === valid.envelope.op ? valid.envelope : { ...valid.envelope, op }
    const { actor, deadline } = envelope
    this.params = valid.params as RequestOf<Operation>['params']
    this.query = valid.query
    this.body = valid.body
    this.selection = valid.selection
    this.actor = actor
    this.envelope = envelope
    this.deadline = deadline
    const keepOp = envelope.idempotency_key !== undefined
    this.command = { ...run, onWait: valid.onWait, op, deadline, if_match: valid.if_match, keepOp }
    this.newIds = () => idsFrom(op)
    this.passOn = (until?: number) => passOn(envelope, until)
    this.log = valid.log
  }
}
