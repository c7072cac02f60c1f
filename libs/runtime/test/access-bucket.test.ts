import { Kvm } from '@nats-io/kv'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccessBucket, createAccessWriter, watchAccessBucket } from '../src/access-bucket.ts'
import { type Bus, connectBus } from '../src/bus.ts'
import { createLogger } from '../src/logger.ts'
import { testServers } from '../src/testing.ts'

let bus: Bus
let watched: AccessBucket | undefined
const logger = createLogger('access', 'silent')
beforeAll(async () => {
  bus = await connectBus({ url: testServers().NATS_URL, name: 'access', logger })
})
afterAll(() => bus.close())
const removeBucket = async () => void (await (await new Kvm(bus.nc).create('access')).destroy())
beforeEach(removeBucket)
afterEach(() => watched?.stop())

const watch = () => {
  watched = watchAccessBucket(bus, logger)
  return watched
}
const becomes = (read: () => unknown, value: unknown) => expect.poll(read, { timeout: 5000, interval: 5 }).toEqual(value)

describe('the access bucket', () => {
  it('is complete at once when it is empty', async () => {
    const bucket = watch()

    expect(bucket.complete).toBe(false)
    await becomes(() => bucket.complete, true)
    expect(bucket.entries().size).toBe(0)
  })

  it('is complete only with every entry there is', async () => {
    const wanted = new Map(Array.from({ length: 3000 }, (_, index) => [`key.${index}`, { id: `apk_${index}` }]))
    await createAccessWriter(bus).sync(wanted)
    const bucket = watch()

    await becomes(() => bucket.complete, true)
    expect(bucket.entries().size).toBe(3000)
    expect(bucket.get('key.2999')).toEqual({ id: 'apk_2999' })
  })

  it('shows what is written and removed later, in every copy', async () => {
    const writer = createAccessWriter(bus)
    const [one, two] = [watch(), watchAccessBucket(bus, logger)]
    await becomes(() => one.complete && two.complete, true)

    await writer.put('seller.sel_1', { store_status: 'SUSPENDED' })
    await becomes(() => [one.get('seller.sel_1'), two.get('seller.sel_1')], Array(2).fill({ store_status: 'SUSPENDED' }))
    await writer.remove('seller.sel_1')
    await becomes(() => [one.has('seller.sel_1'), two.has('seller.sel_1')], [false, false])
    two.stop()
  })

  it('is brought to exactly what is wanted, writing only what differs', async () => {
    const writer = createAccessWriter(bus)
    await writer.sync(
      new Map<string, unknown>([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
    )

    const writes = await writer.sync(
      new Map<string, unknown>([
        ['a', 1],
        ['b', 9],
        ['d', 4],
      ]),
    )

    const bucket = watch()
    await becomes(() => Object.fromEntries(bucket.entries()), { a: 1, b: 9, d: 4 })
    expect(writes).toBe(3)
    expect(
      await writer.sync(
        new Map<string, unknown>([
          ['a', 1],
          ['b', 9],
          ['d', 4],
        ]),
      ),
    ).toBe(0)
  })

  it('that is lost and made anew counts with its old entries, until the record had time to fill it again', async () => {
    await createAccessWriter(bus).sync(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    )
    watched = watchAccessBucket(bus, logger, { refillMs: 2500 })
    const bucket = watched
    await becomes(() => bucket.get('b'), 1)

    await removeBucket()
    await createAccessWriter(bus).sync(
      new Map([
        ['b', 2],
        ['c', 2],
      ]),
    )

    await becomes(() => Object.fromEntries(bucket.entries()), { a: 1, b: 2, c: 2 })
    await becomes(() => Object.fromEntries(bucket.entries()), { b: 2, c: 2 })
    await createAccessWriter(bus).put('d', 3)
    await becomes(() => bucket.get('d'), 3)
  }, 30_000)
})
