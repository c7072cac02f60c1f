import { type Access, type Actor, accessOf, type Operation, unauthorized } from '@souk/contracts'
import type { Envelope } from '../bus/envelope.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { traceIdOf } from '../observability/trace-id.ts'

type ActorType = Actor['type']
/** The member of the union that has this type. */
type ActorOf<T extends ActorType, A = Actor> = A extends Actor ? (T extends A['type'] ? A : never) : never
type Shape<T extends ActorType> = { [Field in Exclude<keyof ActorOf<T>, 'type'>]-?: (value: unknown) => boolean }

/** The actors that may call an operation of each audience. Internal ones are called with the caller's own actor. */
const MAY_CALL: Record<Access, readonly ActorType[]> = {
  public: ['anonymous'],
  identity: ['identity'],
  store: ['storefront'],
  vendor: ['member'],
  admin: ['user', 'secret-key'],
  internal: ['anonymous', 'user', 'secret-key', 'member', 'storefront', 'identity', 'service'],
}

const MAX_LENGTH = 255
const isText = (value: unknown) => typeof value === 'string' && value.length <= MAX_LENGTH
const isId = (value: unknown) => isText(value) && value !== ''
const isIdOrNull = (value: unknown) => value === null || isId(value)
const isIdOrNothing = (value: unknown) => value === undefined || isIdOrNull(value)
const areIds = (value: unknown) => Array.isArray(value) && value.every(isId)

/** The fields of each actor, and no others. */
const SHAPES: { [T in ActorType]: Shape<T> } = {
  anonymous: {},
  user: { id: isId, identity_id: isIdOrNull },
  'secret-key': { id: isId, identity_id: isIdOrNull, created_by: isIdOrNothing },
  member: { id: isId, seller_id: isId, identity_id: isId },
  storefront: { id: isId, sales_channel_ids: areIds, customer_id: isIdOrNull },
  identity: {
    id: isText,
    actor_type: isId,
    identity_id: isId,
    token_id: isIdOrNull,
    session_id: isIdOrNull,
    issued_at: Number.isInteger,
  },
  service: { id: isId },
}

/**
 * Refuses a message whose actor may not call the operation. The gateway has authenticated it already, but a service does not rely
 * on that, so that a message from elsewhere, or a wrong route, gives no access. A pure function of the message.
 * @throws unauthorized
 */
export function assertActor(
  operation: Operation,
  { actor, request_id, traceparent }: Pick<Envelope, 'actor' | 'request_id' | 'traceparent'>,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
) {
  if (MAY_CALL[accessOf(operation)].includes(actor.type) && hasShape(actor)) return
  const actor_type = Object.hasOwn(SHAPES, actor.type) ? actor.type : 'unknown'
  metrics.count('souk_refused_actors_total', 'Messages whose actor may not call the operation')
  logger.warn(
    { operation: operation.name, actor_type, request_id, trace_id: traceIdOf(traceparent) },
    'an actor that may not call this operation was refused',
  )
  throw unauthorized()
}

function hasShape(actor: Actor): boolean {
  const shape: Record<string, (value: unknown) => boolean> = SHAPES[actor.type]
  const given = new Map<string, unknown>(Object.entries(actor))
  given.delete('type')
  return (
    [...given.keys()].every((field) => Object.hasOwn(shape, field)) &&
    Object.entries(shape).every(([field, isValid]) => isValid(given.get(field)))
  )
}
