import { BSON } from 'mongodb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createBulkWriter } from '../src/store/bulk-writer.ts'
import { ownCollection } from './own-collection.ts'

interface Counter {
  _id: string
  n: number
  key?: string
}

const counters = ownCollection<Counter>('bulk')
const soon = () => Date.now() + 30_000

beforeEach(() => counters().insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: `c${i}`, n: 0 }))))

const increment = (id: string, n: number) => ({ filter: { _id: id, n }, update: { $inc: { n: 1 } } })

describe('bulk writer', () => {
  it('sends all writes of one turn as one command, and reports each as applied', async () => {
    const collection = counters()
    const command = vi.spyOn(collection.db, 'command')
    const writer = createBulkWriter(collection)

    const written = await Promise.all(Array.from({ length: 50 }, (_, i) => writer.write(increment(`c${i}`, 0), soon())))

    expect(written).toEqual(Array(50).fill('applied'))
    expect(await counters().countDocuments({ n: 1 })).toBe(50)
    expect(command).toHaveBeenCalledTimes(1)
  })

  it('reports "unknown" for all when only some updates matched', async () => {
    const writer = createBulkWriter(counters())

    const written = await Promise.all([writer.write(increment('c1', 0), soon()), writer.write(increment('c2', 7), soon())])

    expect(written).toEqual(['unknown', 'unknown'])
    expect([(await counters().findOne({ _id: 'c1' }))?.n, (await counters().findOne({ _id: 'c2' }))?.n]).toEqual([1, 0])
  })

  it('reports "missed" for all when nothing matched', async () => {
    const writer = createBulkWriter(counters())

    expect(await Promise.all([writer.write(increment('c1', 7), soon()), writer.write(increment('c2', 7), soon())])).toEqual([
      'missed',
      'missed',
    ])
  })

  it('reports an error only for the statement that caused it', async () => {
    const writer = createBulkWriter(counters())
    const upsert = (id: string, key: string) => ({ filter: { _id: id }, update: { $set: { key, n: 1 } }, upsert: true })

    const [first, second, third] = await Promise.allSettled([
      writer.write(upsert('u1', 'same'), soon()),
      writer.write(upsert('u2', 'same'), soon()),
      writer.write(increment('c1', 0), soon()),
    ])

    expect(first).toEqual({ status: 'fulfilled', value: 'applied' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 11000 } })
    expect(third).toEqual({ status: 'fulfilled', value: 'applied' })
  })

  const setting = (id: string, bytes: number, told = true) => ({
    filter: { _id: id },
    update: { $set: { n: 1, text: 'x'.repeat(bytes) } as Partial<Counter> },
    ...(told && { bytes }),
  })
  const [KB, MB] = [1000, 1_000_000]

  it.each([true, false])('splits statements that exceed one command over several; lengths given: %s', async (told) => {
    const collection = counters()
    const sent = vi.spyOn(collection.db, 'command')
    const writer = createBulkWriter(collection)
    const long = Array.from({ length: 40 }, (_, i) => setting(`c${i}`, 450 * KB, told))

    const written = await Promise.all(
      [...long, ...Array.from({ length: 10 }, (_, i) => increment(`c${40 + i}`, 0))].map((one) =>
        writer.write(one, soon() + 20_000),
      ),
    )

    expect(written).toEqual(Array(50).fill('applied'))
    expect(await counters().countDocuments({ n: 1 })).toBe(50)
    if (told) for (const [{ updates }] of sent.mock.calls) expect(BSON.calculateObjectSize({ updates })).toBeLessThan(5 * MB)
  })

  it('sends oversized statements alone, and rejects only those that exceed the message limit', async () => {
    const writer = createBulkWriter(counters())

    const outcomes = await Promise.allSettled(
      [
        increment('c0', 0),
        setting('c1', 12 * MB),
        setting('c2', 12 * MB, false),
        setting('c3', 17.5 * MB, false),
        increment('c4', 0),
      ].map((one) => writer.write(one, soon() + 20_000)),
    )

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await counters().countDocuments({ n: 1 })).toBe(4)
  })

  it('loses nothing when many writers update the same documents repeatedly', async () => {
    const writer = createBulkWriter(counters())
    const update = (id: string) => ({ filter: { _id: id }, update: { $inc: { n: 1 } } })

    await Promise.all(Array.from({ length: 2000 }, (_, i) => writer.write(update(`c${i % 50}`), soon())))

    expect(await counters().countDocuments({ n: 40 })).toBe(50)
  })
})
