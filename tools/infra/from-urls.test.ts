import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkMongodbUrl, checkNatsUrl } from './from-urls.ts'

const { nats_host, mongodb_url } = inject('infra')

describe('NATS_URL', () => {
  let withoutJetStream: Server
  let port = 0

  beforeAll(async () => {
    withoutJetStream = createServer((socket) => socket.on('error', () => {}).end('INFO {"version":"2.12.0"}\r\n'))
    await new Promise<void>((resolve) => withoutJetStream.listen(0, '127.0.0.1', resolve))
    const address = withoutJetStream.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => void withoutJetStream.close())

  it('is accepted when a server with JetStream answers, whatever the credentials', async () => {
    await expect(checkNatsUrl(`nats://127.0.0.1:1,nats://t1:t1@${nats_host}`)).resolves.toBeUndefined()
  })

  it.concurrent.each([
    ['no server is listening', () => 'nats://127.0.0.1:1', /not reachable/],
    ['it is not a NATS address', () => 'http://127.0.0.1:1', /nats:\/\//],
    ['it points to MongoDB', () => `nats://${new URL(mongodb_url).host}`, /not reachable/],
    ['JetStream is off', () => `127.0.0.1:${port}`, /JetStream/],
  ])('is rejected by name when %s', async (_reason, url, expected) => {
    const refusal = await checkNatsUrl(url()).catch((error: Error) => error.message)

    expect(refusal).toMatch(/^NATS_URL=/)
    expect(refusal).toMatch(expected)
  })
})

describe('MONGODB_URL', () => {
  it('is accepted when a server answers', async () => {
    await expect(checkMongodbUrl(mongodb_url)).resolves.toBeUndefined()
  })

  it.concurrent.each([
    ['no server is listening', 'mongodb://127.0.0.1:1', /not reachable/],
    ['it is not a MongoDB address', '127.0.0.1:27017', /not an address/],
    ['it points to NATS', `mongodb://${nats_host}`, /not reachable/],
  ])('is rejected by name when %s', async (_reason, url, expected) => {
    const refusal = await checkMongodbUrl(url).catch((error: Error) => error.message)

    expect(refusal).toMatch(/^MONGODB_URL=/)
    expect(refusal).toMatch(expected)
  })
})

describe('no password is shown', () => {
  it.concurrent.each([
    ['mongodb://souk:hunter2@127.0.0.1:1', 'mongodb://***@127.0.0.1:1'],
    ['mongodb://souk:hunter/2@127.0.0.1:1', 'mongodb://***@127.0.0.1:1'],
    ['mongodb://souk:hun,ter2@127.0.0.1:1', 'mongodb://***@127.0.0.1:1'],
    ['souk:hunter2@127.0.0.1:1', '***@127.0.0.1:1'],
    ['mongodb://127.0.0.1:1', 'mongodb://127.0.0.1:1'],
  ])('of MONGODB_URL=%s', async (url, shown) => {
    const refusal = await checkMongodbUrl(url).catch((error: Error) => error.message)

    expect(refusal).toContain(`MONGODB_URL=${shown}: `)
    expect(refusal).not.toMatch(/hun/)
  })

  it.concurrent.each([
    ['nats://souk:hunter2@127.0.0.1:1', 'nats://***@127.0.0.1:1'],
    ['souk:hunter2@127.0.0.1:1', '***@127.0.0.1:1'],
    ['nats://souk:hunter@2@127.0.0.1:1', 'nats://***@127.0.0.1:1'],
    ['nats://souk:hunter/2@127.0.0.1:1', 'nats://***@127.0.0.1:1'],
    ['nats://127.0.0.1:1,souk:hunter2@127.0.0.1:2', 'nats://***@127.0.0.1:2'],
  ])('of NATS_URL=%s', async (url, shown) => {
    const refusal = await checkNatsUrl(url).catch((error: Error) => error.message)

    expect(refusal).toContain(`NATS_URL=${shown}: `)
    expect(refusal).not.toMatch(/hun/)
  })
})
