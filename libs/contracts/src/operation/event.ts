import { z } from 'zod'
import type { ServiceName } from './operation.ts'

declare const declared: unique symbol

/**
 * An event's type and the ids of its records. Only `defineEvent` makes one, so that no undeclared event is published.
 */
export interface DomainEvent {
  /** The event's name, such as `cart.updated`. */
  readonly type: string
  readonly ids: Readonly<Record<string, string>>
  readonly [declared]: true
}

/** Ids of records; and what a receiver needs at once and cannot read, such as a new token. All of it is text. */
type IdsSchema = z.ZodObject<Record<string, z.ZodString>>

interface Definition<Ids extends IdsSchema> {
  /** The service that owns the records; no other one publishes the event. */
  service: ServiceName
  /** A record and its change: `<record>.<change>`, as the peers name it if they have it. */
  name: `${string}.${string}`
  /** When it happens; one sentence of the reference. */
  summary: string
  ids: Ids
}

/**
 * One event: the single source for its subject, its type, and the schema that consumers parse with. A function that makes the
 * value that a decision returns.
 */
export interface Event<Ids extends IdsSchema = IdsSchema> {
  (ids: z.input<Ids>): DomainEvent
  readonly service: ServiceName
  readonly type: string
  readonly summary: string
  readonly subject: string
  readonly ids: Ids
  /** The schema of an event's message; consumers parse with it. */
  readonly message: z.ZodObject<{ id: z.ZodString; seq: z.ZodInt; type: z.ZodLiteral<string>; at: z.ZodISODateTime; ids: Ids }>
}

/** Stream and first token of all events. */
export const EVENT_STREAM = 'evt'

const NAME = /^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+$/

/** Declares an event. @throws Error for a name that cannot be part of a subject */
export function defineEvent<Ids extends IdsSchema>({ service, name, summary, ids }: Definition<Ids>): Event<Ids> {
  if (!NAME.test(name)) throw new Error(`${name} is no name of an event`)
  const message = z.object({ id: z.string(), seq: z.int().min(1), type: z.literal<string>(name), at: z.iso.datetime(), ids })
  const tell = (given: z.input<Ids>) => ({ type: name, ids: given }) as unknown as DomainEvent
  return Object.assign(tell, { service, type: name, summary, subject: `${EVENT_STREAM}.${service}.${name}`, ids, message })
}

/** Returns a function that declares events of one kind of record, named by the change. @throws as `defineEvent` */
export const eventsOf =
  <Ids extends IdsSchema>(service: ServiceName, record: string, ids: Ids) =>
  (what: string, summary: string): Event<Ids> =>
    defineEvent({ service, name: `${record}.${what}`, summary, ids })
