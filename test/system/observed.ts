import { type Bus, connectBus, createLogger } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import type { System } from './system.ts'

const TIMEOUT_MS = 20_000
const AT_ONCE = 64

/** All that an operator, or somebody who reads along, can see of a running system. Each as the texts it consists of. */
export interface Observed {
  metrics: string[]
  /** Of service discovery: the replicas and their statistics. */
  statistics: string[]
  /** Subject, headers and data of every message that JetStream keeps: events, and the `access` bucket. */
  messages: string[]
}

export async function observe(system: System, services: readonly (keyof System & Service)[]): Promise<Observed> {
  const bus = await connectBus({ url: system.servers.NATS_URL, name: 'observer', logger: createLogger('observer', 'silent') })
  try {
    const urls = [system.gateway, ...services.map((name) => system[name])].map(({ metrics_url }) => metrics_url)
    return {
      metrics: await Promise.all(urls.map(async (url) => (await fetch(url)).text())),
      statistics: await statisticsOf(bus),
      messages: await messagesOf(bus),
    }
  } finally {
    await bus.close()
  }
}

type Service = 'pricing' | 'cart' | 'orders' | 'sellers'

async function statisticsOf({ nc }: Bus): Promise<string[]> {
  const texts: string[] = []
  for (const verb of ['PING', 'INFO', 'STATS']) {
    const answers = await nc.requestMany(`$SRV.${verb}`, '', { maxWait: 20_000, stall: 1500, strategy: 'stall' as never })
    for await (const answer of answers) texts.push(answer.string())
  }
  return texts
}

async function messagesOf(bus: Bus): Promise<string[]> {
  const ask = async <T>(subject: string, body: object = {}) =>
    (await bus.nc.request(`$JS.API.STREAM.${subject}`, JSON.stringify(body), { timeout: TIMEOUT_MS })).json<T>()
  const { streams } = await ask<{ streams: string[] }>('NAMES')
  const texts: string[] = []
  for (const stream of streams) {
    const { state } = await ask<{ state: { first_seq: number; last_seq: number } }>(`INFO.${stream}`)
    for (let from = state.first_seq; from <= state.last_seq; from += AT_ONCE) {
      const sequences = Array.from({ length: Math.min(AT_ONCE, state.last_seq - from + 1) }, (_, n) => from + n)
      const found = await Promise.all(sequences.map((seq) => ask<Kept>(`MSG.GET.${stream}`, { seq })))
      for (const { message } of found) {
        const { subject, hdrs = '', data = '' } = message ?? { subject: '' } // one that was overwritten is there no more
        if (message) texts.push([subject, decoded(hdrs), decoded(data)].join('\n'))
      }
    }
  }
  return texts
}

interface Kept {
  message?: { subject: string; hdrs?: string; data?: string }
}

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString()

/** The records of requests with an Idempotency-Key, by all services: answers as text, and the op-ids. */
export async function keptAnswers({ servers }: System) {
  const client = await new MongoClient(servers.MONGODB_URL).connect()
  try {
    const documents = (
      await Promise.all(
        ['pricing', 'cart', 'orders', 'sellers'].map((name) =>
          client.db(`${servers.MONGODB_PREFIX}_${name}`).collection('idempotency').find({}, { promoteBuffers: true }).toArray(),
        ),
      )
    ).flat()
    return {
      texts: documents.map((document) =>
        JSON.stringify(document, (_key, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value)),
      ),
      op_ids: documents.map(({ op_id }) => String(op_id)),
    }
  } finally {
    await client.close()
  }
}
