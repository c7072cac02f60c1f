import { EVENT_STREAM } from '@souk/contracts'
import type { Bus, PublishedEvent } from '@souk/runtime'

const AT_ONCE = 64
const TIMEOUT_MS = 5000

interface StreamState {
  state: { first_seq: number; last_seq: number }
}

interface StreamMessage {
  message?: { data: string; subject: string }
  error?: { code: number; description: string }
}

/** Every event of the stream, oldest first, as JetStream stores them. */
export async function readStream(bus: Bus): Promise<PublishedEvent[]> {
  const ask = async <T>(subject: string, body: object = {}) =>
    (await bus.nc.request(subject, JSON.stringify(body), { timeout: TIMEOUT_MS })).json<T>()
  const { state } = await ask<StreamState>(`$JS.API.STREAM.INFO.${EVENT_STREAM}`)
  const events: PublishedEvent[] = []
  for (let from = state.first_seq; from <= state.last_seq; from += AT_ONCE) {
    const sequences = Array.from({ length: Math.min(AT_ONCE, state.last_seq - from + 1) }, (_, n) => from + n)
    const messages = await Promise.all(
      sequences.map((seq) => ask<StreamMessage>(`$JS.API.STREAM.MSG.GET.${EVENT_STREAM}`, { seq })),
    )
    for (const { message, error } of messages) {
      if (!message) throw new Error(`the stream does not give a message of its own: ${error?.description}`)
      events.push(JSON.parse(Buffer.from(message.data, 'base64').toString()))
    }
  }
  return events
}

/** A consumer as they all should be: it drops events that it has seen of an aggregate, and notices when one is missing. */
export function consume(events: readonly PublishedEvent[]) {
  const last = new Map<string, number>()
  const gaps: string[] = []
  let repeated = 0
  for (const { id, seq } of events) {
    const seen = last.get(id) ?? 0
    if (seq <= seen) {
      repeated++
      continue
    }
    if (seq !== seen + 1) gaps.push(`${id}: event ${seq} came after ${seen}`)
    last.set(id, seq)
  }
  const distinct = new Set(events.map(({ id, seq }) => `${id}:${seq}`)).size
  return { last, gaps, repeated, distinct, messages: events.length }
}
