import type { Operation } from '@souk/contracts'
import { type Bus, connectBus, connectMongo, type Heartbeat, newHeaders, runProcess, ServiceConfig } from '@souk/runtime'
import { BENCH_SERVICE, benchEcho, benchRead, benchWrite } from '../../contracts.ts'
import { BENCH_DATABASE, DOCUMENTS, ECHOES, sampleDocument } from '../../sample-document.ts'

const REPLICA = 'responder'
const HEARTBEAT_MS = 100
const BEAT = JSON.stringify({ running: 0, queued: 0, state: 'up' } satisfies Heartbeat)

const encoder = new TextEncoder()
const textOf = (bytes: number) => encoder.encode(JSON.stringify(sampleDocument('cus_bench0000', bytes)))
const echoes = new Map(Object.values(ECHOES).map((bytes) => [String(bytes), textOf(bytes)]))

type Message = Parameters<NonNullable<NonNullable<Parameters<Bus['nc']['subscribe']>[1]>['callback']>>[1]

interface Kept {
  _id: string
  revision: number
  note: string
}

/**
 * Rows (b), (r) and (w): the least that a service can do for an answer, without any of the runtime's code but the connections.
 */
await runProcess('responder', ServiceConfig, async (config, logger) => {
  const bus = await connectBus({ url: config.NATS_URL, name: 'bench', logger })
  const mongo = await connectMongo(config.MONGODB_URL)
  const documents = mongo.db(BENCH_DATABASE).collection<Kept>(DOCUMENTS)
  const revisions = new Map<string, number>()

  /** @returns false when the document is at another revision than the one seen last */
  async function update(id: string, note: string): Promise<boolean> {
    const revision = revisions.get(id) ?? 1
    const { matchedCount } = await documents.updateOne({ _id: id, revision }, { $set: { note }, $inc: { revision: 1 } })
    if (matchedCount === 1) revisions.set(id, revision + 1)
    return matchedCount === 1
  }

  answer(bus, benchEcho, async ({ bytes }) => echoes.get(bytes)!)
  answer(bus, benchRead, async ({ id }) => {
    const { _id, ...document } = (await documents.findOne({ _id: id }))!
    return encoder.encode(JSON.stringify({ id: _id, ...document }))
  })
  answer(bus, benchWrite, async ({ id }, body) => {
    const { note } = JSON.parse(new TextDecoder().decode(body)) as { note: string }
    while (!(await update(id, note))) {
      // Two at once on one document: the end of one measurement and the beginning of the next.
      revisions.set(id, (await documents.findOne({ _id: id }))!.revision)
    }
    return echoes.get(String(ECHOES.b))!
  })
  await bus.nc.flush()
  const beating = setInterval(() => bus.nc.publish(`heartbeat.${BENCH_SERVICE}.${REPLICA}`, BEAT), HEARTBEAT_MS)

  const stop = async () => {
    clearInterval(beating)
    await bus.nc.drain()
    await mongo.close()
  }
  return { ready: { metrics_url: config.NATS_URL }, stop }
})

function answer(
  { nc }: Bus,
  { name }: Operation,
  run: (params: { id: string; bytes: string }, body: Uint8Array) => Promise<Uint8Array>,
) {
  nc.subscribe(`replica.${BENCH_SERVICE}.${REPLICA}.${name}`, {
    callback: (error, message) => void (error ? console.error(error) : respond(message)), // settles every message itself
  })

  async function respond(message: Message) {
    const headers = newHeaders()
    try {
      const data = await run(JSON.parse(message.headers?.get('params') || '{}'), message.data)
      headers.set('status', '200')
      message.respond(data, { headers })
    } catch (error) {
      console.error(error)
      headers.set('status', '500')
      message.respond(encoder.encode('{}'), { headers })
    }
  }
}
