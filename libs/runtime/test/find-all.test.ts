import { MongoNetworkError, MongoServerError } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import { decode, findAll, findBytes } from '../src/store/find-all.ts'
import { aCounter, observed, openCounters } from './counters.ts'

const MANY = 1500
const MEGABYTE = 1024 * 1024

let db: Awaited<ReturnType<typeof openCounters>>
let watched: Awaited<ReturnType<typeof observed>>
beforeAll(async () => {
  db = await openCounters()
  watched = await observed(db.db.databaseName)
  const ids = Array.from({ length: MANY }, (_, index) => `ctr_${String(index).padStart(4, '0')}`)
  await db.counters.insertMany(ids.map((id) => toDocument(aCounter({ id }))))
  const note = 'x'.repeat(5 * MEGABYTE)
  for (const id of ['large_1', 'large_2', 'large_3', 'large_4']) await db.insert({ id, owner: 'big', note })
})
afterAll(() => Promise.all([db.close(), watched.close()]))
beforeEach(() => void watched.take())

const soon = () => Date.now() + 30_000
const ids = (documents: readonly { _id: string }[]) => documents.map(({ _id }) => _id)

describe('findAll', () => {
  it('finds any number of documents in one reply', async () => {
    const found = await findAll(watched.counters, { filter: { owner: 'ann' } }, soon())

    expect(found).toHaveLength(MANY)
    expect(found[0]).toEqual(await db.stored('ctr_0000'))
    expect(watched.take()).toEqual(['find'])
  })

  it('applies projection, sort and limit', async () => {
    const query = { filter: { owner: 'ann' }, projection: { owner: 1 }, sort: { _id: -1 }, limit: 2 } as const

    expect(await findAll(watched.counters, query, soon())).toEqual([
      { _id: 'ctr_1499', owner: 'ann' },
      { _id: 'ctr_1498', owner: 'ann' },
    ])
  })

  it('continues with a cursor when one reply is not enough', async () => {
    const command = vi.spyOn(watched.counters.db, 'command')
    const found = await findAll(watched.counters, { filter: { owner: 'big' }, sort: { _id: 1 } }, soon())

    expect(ids(found)).toEqual(['large_1', 'large_2', 'large_3', 'large_4'])
    expect(found.every(({ note }) => note?.length === 5 * MEGABYTE)).toBe(true)
    expect(await command.mock.results[1]!.value).toMatchObject({ cursorsKilled: [expect.anything()], cursorsNotFound: [] })
    command.mockRestore()
    expect(watched.take()).toEqual(['find', 'killCursors', 'find', 'getMore'])
  })

  it('retries after a network error, but not after other errors', async () => {
    const command = vi.spyOn(watched.counters.db, 'command').mockRejectedValueOnce(new MongoNetworkError('the connection broke'))
    const found = await findAll(watched.counters, { filter: { _id: 'ctr_0007' } }, soon())
    expect([command.mock.calls.length, ids(found), watched.take()]).toEqual([1, ['ctr_0007'], ['find']])

    command.mockRestore()
    const wrong = findAll(watched.counters, { filter: { $nonsense: 1 } as never }, soon())
    await expect(wrong).rejects.toThrow(MongoServerError)
  })
})

describe('findBytes', () => {
  it.each([
    ['in one reply', { _id: 'ctr_0001' }, 1],
    ['with a cursor', { owner: 'big' }, 4],
  ])('returns documents %s with exactly the bytes stored in the database', async (_, filter, count) => {
    const found = await findBytes(watched.counters, { filter }, soon())

    expect(found).toHaveLength(count)
    for (const bytes of found) {
      const document = decode<{ _id: string }>(bytes)
      expect(document).toEqual(await db.stored(document._id))
      expect(new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true)).toBe(bytes.length)
    }
  })
})
