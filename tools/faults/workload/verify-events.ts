import type { Bus } from '@souk/runtime'
import type { MongoClient } from 'mongodb'
import type { Figures } from '../scenario.ts'
import { consume, readStream } from './event-stream.ts'
import { announcedEvents, untilOutboxesAreEmpty } from './outboxes.ts'

/** Compares the events that committed writes announced with those of the stream, once all are published. */
export async function verifyEvents(
  bus: Bus,
  mongo: MongoClient,
  signal: AbortSignal,
): Promise<{ figures: Figures; broken: string[] }> {
  const left = await untilOutboxesAreEmpty(mongo, signal)
  const consumed = consume(await readStream(bus))
  const announced = await announcedEvents(mongo)
  const promised = [...announced.values()].reduce((all, count) => all + count, 0)
  const lost = [...announced].filter(([id, count]) => (consumed.last.get(id) ?? 0) < count)
  return {
    figures: { events_promised: promised, events_distinct: consumed.distinct, repeated_in_stream: consumed.repeated },
    broken: [
      ...(left > 0 ? [`${left} aggregates still have events that were not published`] : []),
      ...(consumed.distinct === promised ? [] : [`${promised} events were promised, ${consumed.distinct} distinct ones came`]),
      ...lost.slice(0, 3).map(([id, count]) => `${id} announced ${count} events, the last is ${consumed.last.get(id) ?? 'none'}`),
      ...consumed.gaps.slice(0, 3),
    ],
  }
}
