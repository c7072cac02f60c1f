import type { Actor, BodyOf, Operation, ParamsOf, QueryOf, ResponseOf, Selection } from '@souk/contracts'
import type { Envelope, ReceivedEnvelope } from '../bus/envelope.ts'
import type { Fate } from '../fate.ts'
import type { NewId } from '../ids.ts'
import type { Logger } from '../observability/logger.ts'

/** One validated request as a handler sees it. */
export interface RequestOf<O extends Operation> extends RequestContext {
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
}

/** Everything of a request that does not depend on its operation. */
export interface RequestContext {
  actor: Actor
  /** The fields that `fields` asked for; `all` if it was absent and the whole record is the default. */
  selection: Selection
  /** Op-id, deadline and the other headers of the request. */
  envelope: ReceivedEnvelope
  /** Epoch ms. */
  deadline: number
  /** A sequence of ids derived from the op-id: every call of `newIds` starts the same sequence again. */
  newIds(): NewId
  /**
   * The envelope for calling another service.
   * @param until epoch ms, for a later batch of an answer that is being sent: nobody retries that, so the call waits until then.
   * Default: the request's deadline.
   */
  passOn(until?: number): Envelope
  /** The request's part of a command on an aggregate; spread it into the command. */
  command: {
    op: ReceivedEnvelope['op']
    deadline: number
    if_match: readonly number[] | undefined
    keepOp: boolean
    /**
     * The request repeats one that was carried out: a handler that does not know its op-id must refuse with `already_executed`.
     */
    onlyRepeat: boolean
    /** Another attempt may be under way: a refusal must be recorded before it is answered. */
    contested: boolean
    /** Learns the outcome of the op. */
    fate: Fate
    onWait: () => void
  }
  /** The logger of the request, made when it is called. */
  log: () => Logger
}

export interface AnswerOptions {
  /** The revision of the record that is shown or was changed; becomes the `ETag`. */
  revision?: number
  /**
   * The shown parts of other records, whose changes do not raise the revision, so that the `ETag` must cover them as well; null
   * for none. `anywhere`: they cannot be told apart from the record itself. Catalogue fields that `fields` asks for are covered
   * automatically.
   */
  others?: object | 'anywhere' | null
  /** The token of a new session; becomes a cookie, and is not part of the body. */
  session_token?: string
  /**
   * The state that the answer is made from, if it depends on nothing else but the params, the query and the actor: its bytes are
   * then made once and cached. If the contract is `sameForAll`, it must not depend on the actor.
   */
  from?: object
}

/** An answer with more than a body. `Body` is the body, or a function that makes it if its bytes are not cached. */
export class Answer<Body> {
  readonly body: Body
  readonly revision: number | undefined
  readonly others: AnswerOptions['others']
  readonly from: object | undefined
  readonly session_token: string | undefined
  constructor(body: Body, { revision, others, from, session_token }: AnswerOptions = {}) {
    this.body = body
    this.revision = revision
    this.others = others
    this.from = from
    this.session_token = session_token
  }
}

/** An answer with a body of this type, or a function that makes one. */
export type AnswerOf<Shown> = Answer<Shown | (() => Shown | Promise<Shown>)>

export type Run<O extends Operation, Deps> = (
  request: RequestOf<O>,
  deps: Deps,
) => Promise<ResponseOf<O> | AnswerOf<ResponseOf<O>>>

export interface Handler<Deps, O extends Operation = Operation> {
  operation: O
  run: Run<Operation, Deps>
}

/** Binds an operation to the function that answers it; the compiler checks request and answer against the contract. */
export function implement<O extends Operation, Deps>(operation: O, run: Run<O, Deps>): Handler<Deps, O> {
  return { operation, run: run as unknown as Run<Operation, Deps> }
}

/** The dependencies that all of these handlers together need. */
type DepsOf<H> = [H] extends [{ run: (request: never, deps: infer Deps) => unknown }] ? Deps : never

/**
 * The handlers of a resource, one for each of its operations. Neither a contract without a handler nor a handler without a
 * contract compiles.
 * @throws Error if a handler answers another operation than that of its name
 */
export function implementAll<
  Operations extends Record<string, Operation>,
  Handlers extends { [Name in keyof Operations]: Handler<never, Operations[Name]> },
>(
  operations: Operations,
  handlers: Handlers & Record<Exclude<keyof Handlers, keyof Operations>, never>,
): readonly Handler<DepsOf<Handlers[keyof Operations]>>[] {
  const all: Record<string, Handler<DepsOf<Handlers[keyof Operations]>>> = handlers as never
  for (const [name, { operation }] of Object.entries(all))
    if (operation !== operations[name]) throw new Error(`The handler ${name} answers ${operation.name}`)
  return Object.values(all)
}

/** The envelope for calling another service; see `RequestOf.passOn`. */
export function passOn(envelope: ReceivedEnvelope, until = envelope.deadline): Envelope {
  const { op, ...rest } = envelope
  const passed = { ...rest, op_id: op.text }
  return until === envelope.deadline ? passed : { ...passed, deadline: until, patient: true }
}
