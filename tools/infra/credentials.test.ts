import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { SERVICES } from '../../deploy/credentials/processes.ts'
import { mongodbUrlFor, newServerCredentials, withNewer, withoutFormer } from '../../deploy/credentials/server-credentials.ts'
import { type Infra, startInfra } from './start-infra.ts'

const env = { ...process.env, NATS_URL: undefined, MONGODB_URL: undefined }
const credentials = newServerCredentials({ operator: true })

async function withMongo<R>(url: string, work: (client: MongoClient) => Promise<R>): Promise<R> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
const count = (url: string, database: string) =>
  withMongo(url, (client) => client.db(database).collection('things').countDocuments())
const insert = (url: string, database: string) =>
  withMongo(url, (client) => client.db(database).collection('things').insertOne({}))

describe.skipIf(!inject('infra').mongod_path)('servers with users, on data created without users', () => {
  let home: string
  let infra: Infra
  const urlOf = (service: (typeof SERVICES)[number], which = credentials) =>
    mongodbUrlFor(infra.own.mongodb_url!, which.mongodb[service][0])

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-credentials-'))
    const before = await startInfra({ home, env })
    await insert(before.mongodb_url, 'souk_orders')
    await before.stop()
    infra = await startInfra({ home, env, credentials })
  })
  afterAll(async () => {
    await infra?.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('keep their data, accessible to the owning service and the operator', async () => {
    expect(await count(urlOf('orders'), 'souk_orders')).toBe(1)
    expect(await count(infra.mongodb_url, 'souk_orders')).toBe(1)
  })

  it.each(SERVICES)('let %s read and write its own database only', async (service) => {
    await expect(insert(urlOf(service), `souk_${service}`)).resolves.toBeTruthy()
    await withMongo(urlOf(service), (client) => client.db(`souk_${service}`).collection('things').createIndex({ a: 1 }))
    for (const other of [...SERVICES.filter((one) => one !== service).map((one) => `souk_${one}`), 'admin', 'local', 'config']) {
      await expect(count(urlOf(service), other), other).rejects.toThrow(/not authorized/)
      await expect(insert(urlOf(service), other), other).rejects.toThrow(/not authorized/)
    }
    await expect(withMongo(urlOf(service), (client) => client.db('admin').command({ usersInfo: 1 }))).rejects.toThrow(
      /not authorized/,
    )
  })

  it('reject connections without a user or with a wrong password', async () => {
    await expect(count(infra.own.mongodb_url!, 'souk_cart')).rejects.toThrow(/requires authentication/)
    const wrong = mongodbUrlFor(infra.own.mongodb_url!, { ...credentials.mongodb.cart[0], password: 'wrong' })
    await expect(count(wrong, 'souk_cart')).rejects.toThrow(/Authentication failed/)
  })

  it('store their secrets in files that others cannot read', async () => {
    for (const file of ['nats/users.conf', 'nats/server.conf', 'mongodb.key'])
      expect([file, (await stat(join(home, 'data', file))).mode & 0o777]).toEqual([file, 0o600])
  })

  it('accept new passwords in addition to old ones, until those are removed', async () => {
    const both = withNewer(credentials, ['cart'])
    await infra.stop()
    infra = await startInfra({ home, env, credentials: both })
    expect(await count(urlOf('cart'), 'souk_cart')).toBe(1)
    expect(await count(urlOf('cart', both), 'souk_cart')).toBe(1)
    expect(both.mongodb.orders).toEqual(credentials.mongodb.orders)

    await infra.stop()
    infra = await startInfra({ home, env, credentials: withoutFormer(both) })
    await expect(count(urlOf('cart'), 'souk_cart')).rejects.toThrow(/Authentication failed/)
    expect(await count(urlOf('cart', both), 'souk_cart')).toBe(1)
  })

  it('fail to start when the operator has changed', async () => {
    await infra.stop()
    const other = startInfra({ home, env, credentials: newServerCredentials({ operator: true }) })
    await expect(other).rejects.toThrow(/has users already/)
  })
})
