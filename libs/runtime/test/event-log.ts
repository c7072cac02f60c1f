import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { EVENT_STREAM } from '@souk/contracts'
import type { Bus } from '../src/bus/bus.ts'
import type { PublishedEvent } from '../src/events/event-stream.ts'

export interface LoggedEvent extends PublishedEvent {
  subject: string
  message_id: string
  /** Whether its header says so. */
  republished?: boolean
}

/** All events of a service that the stream holds, oldest first. */
export async function eventsOf(bus: Bus, service: string): Promise<LoggedEvent[]> {
  const filter = `${EVENT_STREAM}.${service}.>`
  const manager = await jetstreamManager(bus.nc)
  const isThere = await manager.streams.info(EVENT_STREAM).then(
    () => true,
    () => false,
  )
  if (!isThere) return []
  const consumer = await jetstream(bus.nc).consumers.get(EVENT_STREAM, { filter_subjects: filter })
  const events: LoggedEvent[] = []
  let pending = (await consumer.info()).num_pending
  while (pending > 0) {
    const messages = await consumer.fetch({ max_messages: Math.min(pending, 500), expires: 2000 })
    for await (const message of messages) {
      pending--
      events.push({
        ...message.json<PublishedEvent>(),
        subject: message.subject,
        message_id: message.headers?.get('Nats-Msg-Id') ?? '',
        ...(message.headers?.get('republished') === '1' && { republished: true }),
      })
    }
  }
  return events
}

/** The events that a consumer acts on: it drops those that it has seen of an aggregate. */
export function effects(events: readonly PublishedEvent[]): PublishedEvent[] {
  const seen = new Map<string, number>()
  return events.filter(({ id, seq }) => {
    if (seq <= (seen.get(id) ?? 0)) return false
    seen.set(id, seq)
    return true
  })
}
