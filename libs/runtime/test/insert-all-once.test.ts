import { describe, expect, it, vi } from 'vitest'
import { createAllInserter } from '../src/store/insert-all-once.ts'
import { ownCollection } from './own-collection.ts'

interface Note {
  _id: string
  key?: string
  by?: string
}

const notes = ownCollection<Note>('several_inserts')
const soon = () => Date.now() + 30_000
const stored = () =>
  notes()
    .find({}, { sort: { _id: 1 } })
    .toArray()

describe('several inserts of one op', () => {
  it('leave those that are there already, and report those whose value another document has', async () => {
    await notes().insertMany([
      { _id: 'a', by: 'first' },
      { _id: 'taker', key: 'one' },
    ])
    const sent = [
      { _id: 'a', by: 'repeat' },
      { _id: 'b', key: 'one' },
      { _id: 'c', by: 'repeat' },
    ]
    const { inserted, keptOut } = await createAllInserter(notes())(sent, soon())

    expect(inserted).toEqual(['c'])
    expect(keptOut).toMatchObject([{ at: 1, error: { keyPattern: { key: 1 } } }])
    expect(await stored()).toEqual([
      { _id: 'a', by: 'first' },
      { _id: 'c', by: 'repeat' },
      { _id: 'taker', key: 'one' },
    ])
  })

  it('are repeated for those that another attempt takes back at the same moment', async () => {
    const collection = notes()
    await collection.insertMany([{ _id: 'a' }, { _id: 'b', by: 'first' }])
    const find = collection.find.bind(collection)
    const finds = vi.spyOn(collection, 'find').mockImplementationOnce(((...args: Parameters<typeof find>) => {
      const found = find(...args)
      const read = found.toArray.bind(found)
      return Object.assign(found, { toArray: () => notes().deleteOne({ _id: 'b' }).then(read) })
    }) as never)
    const { inserted, keptOut } = await createAllInserter(collection)([{ _id: 'a' }, { _id: 'b', by: 'repeat' }], soon())
    finds.mockRestore()

    expect({ inserted, keptOut }).toEqual({ inserted: ['b'], keptOut: [] })
    expect(await stored()).toEqual([{ _id: 'a' }, { _id: 'b', by: 'repeat' }])
  })

  it('are sent as one command with those of concurrent ops, each with its own outcome', async () => {
    const collection = notes()
    await collection.insertOne({ _id: 'taker', key: 'one' })
    const command = vi.spyOn(collection.db, 'command')
    const insertAllOnce = createAllInserter(collection)
    const [first, second, third] = await Promise.all([
      insertAllOnce([{ _id: 'a' }, { _id: 'b' }], soon()),
      insertAllOnce([{ _id: 'c' }, { _id: 'd', key: 'one' }, { _id: 'taker' }], soon()),
      insertAllOnce([{ _id: 'e' }], soon()),
    ])
    const sizes = command.mock.calls.map(([{ documents }]) => documents.length)
    command.mockRestore()

    expect(sizes).toEqual([6])
    expect(first).toEqual({ inserted: ['a', 'b'], keptOut: [] })
    expect(second).toMatchObject({ inserted: ['c'], keptOut: [{ at: 1, error: { keyPattern: { key: 1 } } }] })
    expect(third).toEqual({ inserted: ['e'], keptOut: [] })
  })

  it('harm nobody else when MongoDB cannot hold one of them, and none of that op is inserted', async () => {
    const insertAllOnce = createAllInserter(notes())
    const [large, other] = await Promise.allSettled([
      insertAllOnce([{ _id: 'a' }, { _id: 'b', by: 'x'.repeat(17 * 1024 * 1024) }], soon()),
      insertAllOnce([{ _id: 'c' }], soon()),
    ])
    expect(large).toMatchObject({ status: 'rejected' })
    expect(other).toMatchObject({ value: { inserted: ['c'] } })
    expect(await stored()).toEqual([{ _id: 'c' }])
  })

  it('are not begun too late', async () => {
    await expect(createAllInserter(notes())([{ _id: 'a' }], Date.now())).rejects.toMatchObject({ kind: 'deadline_exceeded' })
    expect(await stored()).toEqual([])
  })
})
