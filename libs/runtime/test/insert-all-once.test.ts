import { describe, expect, it, vi } from 'vitest'
import { insertAllOnce } from '../src/store/insert-all-once.ts'
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
    const { inserted, keptOut } = await insertAllOnce(notes(), sent, soon())

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
    const { inserted, keptOut } = await insertAllOnce(collection, [{ _id: 'a' }, { _id: 'b', by: 'repeat' }], soon())
    finds.mockRestore()

    expect({ inserted, keptOut }).toEqual({ inserted: ['b'], keptOut: [] })
    expect(await stored()).toEqual([{ _id: 'a' }, { _id: 'b', by: 'repeat' }])
  })

  it('are not begun too late', async () => {
    await expect(insertAllOnce(notes(), [{ _id: 'a' }], Date.now())).rejects.toMatchObject({ kind: 'deadline_exceeded' })
    expect(await stored()).toEqual([])
  })
})
