import { rm } from 'node:fs/promises'
import { serviceHealth } from '@souk/contracts'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { mongodbUrlFor, newServerCredentials } from '../../../deploy/credentials/server-credentials.ts'
import { makeServerFolder } from '../../../tools/infra/server-folder.ts'
import { type Infra, startInfra } from '../../../tools/infra/start-infra.ts'
import { type Stored, toDocument } from '../src/aggregate/stored.ts'
import { createLogger } from '../src/observability/logger.ts'
import { startService } from '../src/process/service.ts'
import { createTestClient, testServers } from '../src/testing.ts'
import { aCounter, type Counter } from './counters.ts'
import { getCounter, guest, mark, marksService } from './marks-service.ts'

const credentials = newServerCredentials({ operator: true })
const [USER] = credentials.mongodb.cart

describe.skipIf(!inject('infra').mongod_path)('a service whose user MongoDB does not know any more', () => {
  let home: string
  let infra: Infra
  let operator: MongoClient
  let service: Awaited<ReturnType<typeof startService>>
  let client: Awaited<ReturnType<typeof createTestClient>>
  const lines: Record<string, unknown>[] = []

  beforeAll(async () => {
    home = await makeServerFolder()
    const { NATS_URL } = testServers()
    infra = await startInfra({ home, env: { ...process.env, NATS_URL, MONGODB_URL: undefined }, credentials })
    operator = await new MongoClient(infra.mongodb_url).connect()
    const servers = { NATS_URL, MONGODB_URL: mongodbUrlFor(infra.own.mongodb_url!, USER), MONGODB_PREFIX: 'souk' }
    const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
    service = await startService(marksService, marksService.config.parse(servers), createLogger('cart', 'info', { output }))
    client = await createTestClient(servers)
  })
  afterAll(async () => {
    await client.close()
    await service.stop()
    await operator.close()
    await infra.stop()
    await rm(home, { recursive: true, force: true })
  })

  const ask = { params: { id: 'ctr_1' }, actor: guest() }
  const add = (name: string) => client.send(mark, { ...ask, body: { mark: name } })
  const health = async () => (await client.call(serviceHealth('cart'))).missing
  const counters = () => operator.db('souk_cart').collection<Stored<Counter>>('counters')

  it('is not ready, refuses for now without having written, and logs the reason without the command', async () => {
    await counters().insertOne(toDocument(aCounter()))
    expect([(await add('before')).status, await health()]).toEqual([200, []])

    await operator.db('admin').command({ dropUser: USER.user })
    const answers = [await add('after'), await client.send(getCounter, ask)]

    const away = { status: 503, settled: false, body: { code: 'service_unavailable' } }
    expect(answers).toMatchObject([away, away])
    expect(await health()).toEqual(['mongodb'])
    expect(await counters().findOne({ _id: 'ctr_1' })).toMatchObject({ marks: ['before'] })
    const refused = lines.filter(({ msg }) => msg === 'refused')
    expect(refused).toMatchObject([{ reason: 'unavailable' }, { reason: 'unavailable' }])
    for (const { cause } of refused) expect(cause).toMatch(/^MongoServerError: (Unauthorized|AuthenticationFailed)$/)
    expect(JSON.stringify(lines)).not.toMatch(/ctr_1|not authorized/)
  })
})
