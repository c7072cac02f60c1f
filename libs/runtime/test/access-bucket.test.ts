import { Kvm } from '@nats-io/kv'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccessBucket, MARKER, watchAccessBucket } from '../src/bus/access-bucket.ts'
import { createAccessWriter } from '../src/bus/access-writer.ts'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'

let bus: Bus
const watched: AccessBucket[] = []
const logger = createLogger('access', 'silent')
beforeAll(async () => {
  bus = await connectBus({ url: testServers().NATS_URL, name: 'access', logger })
})
afterAll(() => bus.close())
const bucketItself = () => new Kvm(bus.nc).create('access')
const removeBucket = async () => void (await (await bucketItself()).destroy())
beforeEach(removeBucket)
afterEach(() => {
  for (const one of watched.splice(0)) one.stop()
})

const watch = (as = logger) => {
  const bucket = watchAccessBucket(bus, as)
  watched.push(bucket)
  return bucket
}
const records = (wanted: Record<string, unknown>) => async () => new Map(Object.entries(wanted))
const contents = (bucket: AccessBucket) => Object.fromEntries(bucket.entries())
const becomes = (read: () => unknown, value: unknown) => expect.poll(read, { interval: 5 }).toEqual(value)

describe('a copy of the access bucket', () => {
  it('is incomplete while the bucket is missing, empty or still being filled', async () => {
    const bucket = watch()
    const writer = createAccessWriter(bus)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(bucket.complete).toBe(false)

    await writer.put('other.1', { id: 'apk_1' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([bucket.complete, await writer.isComplete()]).toEqual([false, false])

    await writer.sync(records({ 'other.1': { id: 'apk_1' } }))
    await becomes(() => bucket.complete, true)
    expect([contents(bucket), await writer.isComplete()]).toEqual([{ 'other.1': { id: 'apk_1' } }, true])
  })

  it('says once that it waits for a missing bucket, and warns when a bucket that was there is lost', async () => {
    const lines: { level: number; msg: string }[] = []
    const noted = createLogger('access', 'info', { output: { write: (line) => lines.push(JSON.parse(line)) } })
    const bucket = watch(noted)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    const said = () => lines.map(({ level, msg }) => [level, msg])
    expect(said()).toEqual([[30, 'waiting for the access bucket']])

    await createAccessWriter(bus).sync(records({}))
    await becomes(() => bucket.complete, true)
    await removeBucket()
    await becomes(said, [
      [30, 'waiting for the access bucket'],
      [40, 'the access bucket cannot be watched; trying again'],
    ])
  })

  it('is complete only once it holds every entry', async () => {
    const wanted = new Map(Array.from({ length: 3000 }, (_, index) => [`other.${index}`, { id: `apk_${index}` }]))
    await createAccessWriter(bus).sync(async () => wanted)
    await createAccessWriter(bus).put('other.last', {})
    const bucket = watch()

    await becomes(() => bucket.complete, true)
    expect(bucket.entries().size).toBe(3001)
    expect(bucket.get('other.2999')).toEqual({ id: 'apk_2999' })
  })

  it('shows later writes and removals, like every other copy', async () => {
    const writer = createAccessWriter(bus)
    await writer.sync(records({}))
    const [one, two] = [watch(), watch()]
    await becomes(() => one.complete && two.complete && one.current && two.current, true)

    await writer.put('seller.sel_1', { store_status: 'SUSPENDED' })
    await becomes(() => [one.get('seller.sel_1'), two.get('seller.sel_1')], Array(2).fill({ store_status: 'SUSPENDED' }))
    await writer.remove('seller.sel_1')
    await becomes(() => [one.has('seller.sel_1'), two.has('seller.sel_1')], [false, false])
  })

  it('drops an entry whose record is gone, and adds it again when the record returns', async () => {
    const writer = createAccessWriter(bus)
    await writer.sync(records({}))
    const bucket = watch()
    const key = 'seller.sel_1'
    await writer.write(key, async () => undefined)
    for (const value of [{ store_status: 'SUSPENDED' }, undefined, { store_status: 'INACTIVE' }, undefined]) {
      await writer.write(key, async () => value)
      await becomes(() => bucket.get(key), value)
    }
  })

  it('treats an entry that is invalid JSON or violates its contract as empty', async () => {
    await createAccessWriter(bus).sync(records({ 'jti.1': {}, 'since.authid_1': { iat: '7' }, 'key.1': { id: 'apk_1' } }))
    await (await bucketItself()).put('jti.broken', 'no JSON')
    const bucket = watch()

    await becomes(() => bucket.complete, true)
    expect(contents(bucket)).toEqual({ 'jti.1': {}, 'since.authid_1': null, 'key.1': null, 'jti.broken': null })
  })

  it('ignores fields and keys that a newer writer adds', async () => {
    await createAccessWriter(bus).sync(records({ 'seller.sel_1': { store_status: 'ACTIVE', mood: 'fine' }, 'new.1': 1 }))
    const bucket = watch()

    await becomes(() => contents(bucket), { 'seller.sel_1': { store_status: 'ACTIVE' }, 'new.1': 1 })
  })

  it('keeps old entries after the bucket is lost, with new ones on top, until the new bucket is complete', async () => {
    await createAccessWriter(bus).sync(records({ a: 1, b: 1 }))
    const bucket = watch()
    await becomes(() => bucket.get('b'), 1)

    await removeBucket()
    const writer = createAccessWriter(bus)
    await writer.put('b', 2)
    await writer.put('c', 2)
    await becomes(() => contents(bucket), { a: 1, b: 2, c: 2 })
    expect([bucket.complete, bucket.current]).toEqual([true, false])

    await writer.sync(records({ b: 2, c: 2 }))
    await becomes(() => contents(bucket), { b: 2, c: 2 })
    expect(bucket.current).toBe(true)
    await writer.put('d', 3)
    await becomes(() => bucket.get('d'), 3)
  })
})

describe('the writer', () => {
  it('makes the bucket match the records exactly, writing only what differs', async () => {
    const writer = createAccessWriter(bus)
    await writer.sync(records({ a: 1, b: 2, c: 3 }))

    const writes = await writer.sync(records({ a: 1, b: 9, d: 4 }))

    const bucket = watch()
    await becomes(() => contents(bucket), { a: 1, b: 9, d: 4 })
    expect(writes).toBe(3)
    expect(await writer.sync(records({ a: 1, b: 9, d: 4 }))).toBe(0)
  })

  it.each([
    ['added', async (one: ReturnType<typeof createAccessWriter>) => one.put('new', 'newer'), { new: 'newer', kept: 1 }],
    [
      'added with a value other than in the records',
      async (one: ReturnType<typeof createAccessWriter>) => one.put('wanted', 'newer'),
      { wanted: 'newer', kept: 1 },
    ],
    [
      'changed',
      async (one: ReturnType<typeof createAccessWriter>) => one.put('surplus', 'newer'),
      { surplus: 'newer', kept: 1, wanted: 1 },
    ],
    [
      'removed and added again',
      async (one: ReturnType<typeof createAccessWriter>) => {
        await one.remove('surplus')
        await one.put('surplus', 'newer')
      },
      { surplus: 'newer', kept: 1, wanted: 1 },
    ],
    [
      'added and removed',
      async (one: ReturnType<typeof createAccessWriter>) => {
        await one.put('wanted', 1)
        await one.remove('wanted')
      },
      { kept: 1 },
    ],
  ])('does not overwrite an entry that is %s while it reads the records', async (_what, meanwhile, expected) => {
    const [writer, other] = [createAccessWriter(bus), createAccessWriter(bus)]
    await writer.sync(records({ kept: 1, surplus: 1 }))

    await writer.sync(async () => {
      await meanwhile(other)
      return new Map([['kept', 1], ...(!('new' in expected) ? [['wanted', 1] as const] : [])])
    })

    const bucket = watch()
    await becomes(() => bucket.complete, true)
    expect(contents(bucket)).toEqual(expected)
  })

  it('ends with the latest record when several writers write the same entry concurrently', async () => {
    const writers = Array.from({ length: 8 }, () => createAccessWriter(bus))
    let record = 0
    const bucket = watch()
    await writers[0]!.sync(records({}))

    await Promise.all(
      writers.map((writer, n) =>
        writer.write('other.a', async () => {
          record = Math.max(record, n + 1)
          const read = record
          await new Promise((resolve) => setTimeout(resolve, 8 - n))
          return read
        }),
      ),
    )

    await becomes(() => bucket.get('other.a'), 8)
  })

  it('recreates a lost bucket, and keeps the configuration of an existing one', async () => {
    const writer = createAccessWriter(bus, { max_bytes: 4_000_000 })
    await writer.sync(records({ a: 1 }))
    await removeBucket()

    await expect
      .poll(() =>
        writer.put('a', 2).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect(await writer.isComplete()).toBe(false)
    await createAccessWriter(bus, { max_bytes: 8_000_000, replicas: 3 }).sync(records({ a: 2 }))

    const { config } = (await (await bucketItself()).status()).streamInfo
    expect([config.max_bytes, config.num_replicas]).toEqual([4_000_000, 1])
  })

  it('creates the bucket with a maximum age, and rewrites entries before they reach it', async () => {
    const writer = createAccessWriter(bus, { max_age_ms: 10 * 60_000 })
    await writer.sync(records({ a: 1, b: 1 }))
    const itself = await bucketItself()
    expect((await itself.status()).streamInfo.config.max_age).toBe(600 * 1_000_000_000)
    const before = (await itself.get('a'))!.revision

    const realNow = Date.now
    Date.now = () => realNow() + 4 * 60_000
    try {
      expect(await writer.sync(records({ a: 1, b: 1 }))).toBe(0)
      Date.now = () => realNow() + 6 * 60_000
      expect(await writer.sync(records({ a: 1, b: 1 }))).toBe(2)
    } finally {
      Date.now = realNow
    }
    expect(await itself.get('a')).toMatchObject({ operation: 'PUT' })
    expect((await itself.get('a'))!.revision).toBeGreaterThan(before)
  })

  it.each([
    ['for less time than is configured', 10 * 60_000, 2],
    ['for ever', 0, 0],
  ])('goes by the age of an existing bucket, which keeps entries %s', async (_how, ttl, writes) => {
    await new Kvm(bus.nc).create('access', { ttl })
    const writer = createAccessWriter(bus, { max_age_ms: 60_000 * (ttl === 0 ? 10 : 30) })
    await writer.sync(records({ a: 1, b: 1 }))
    expect(await writer.keptMs()).toBe(ttl)

    const realNow = Date.now
    Date.now = () => realNow() + 6 * 60_000
    try {
      expect(await writer.sync(records({ a: 1, b: 1 }))).toBe(writes)
    } finally {
      Date.now = realNow
    }
  })

  it('purges removal markers after a while, but nothing that was written again', async () => {
    const writer = createAccessWriter(bus)
    await writer.sync(records({ gone: 1, again: 1 }))
    await writer.sync(records({}))
    const realNow = Date.now
    Date.now = () => realNow() + 2 * 3_600_000
    try {
      await writer.sync(async () => {
        await writer.put('again', 2)
        return new Map()
      })
    } finally {
      Date.now = realNow
    }

    const left = new Map<string, string>()
    for await (const entry of await (await bucketItself()).history()) left.set(entry.key, entry.operation)
    expect(Object.fromEntries(left)).toEqual({ again: 'PUT', [MARKER]: 'PUT' })
  })
})
