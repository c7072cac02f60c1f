import { describe, expect, it, vi } from 'vitest'
import type { Fate } from '../src/fate.ts'
import { createInserter } from '../src/store/inserter.ts'
import { ownCollection } from './own-collection.ts'

interface Note {
  _id: string
  key?: string
  text?: string | undefined
}

const notes = ownCollection<Note>('inserts')
const soon = () => Date.now() + 30_000

/** An inserter whose first command waits until it is let go, and the numbers of documents in the commands that it sends. */
function held() {
  const collection = notes()
  const run = collection.db.command.bind(collection.db)
  let letGo!: () => void
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const command = vi.spyOn(collection.db, 'command')
  command.mockImplementationOnce(async (...args) => {
    await free
    return run(...args)
  })
  const sizes = () => command.mock.calls.map(([{ documents }]) => documents.length as number)
  const sent = (times: number) => vi.waitFor(() => expect(command).toHaveBeenCalledTimes(times))
  return { insertOnce: createInserter(collection), letGo, sizes, sent }
}
const storedIds = async () =>
  (
    await notes()
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id)

describe('inserts of concurrent callers', () => {
  it('are sent as one command, and those that come in the meantime as the next one', async () => {
    const { insertOnce, letGo, sizes, sent } = held()
    const first = ['a', 'b', 'c'].map((_id) => insertOnce({ _id, text: undefined }, soon()))
    await sent(1)
    const later = ['d', 'e'].map((_id) => insertOnce({ _id }, soon()))
    letGo()

    expect(await Promise.all([...first, ...later])).toEqual([true, true, true, true, true])
    expect(sizes()).toEqual([3, 2])
    expect(await storedIds()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await notes().findOne({ _id: 'a' })).toEqual({ _id: 'a' }) // without the undefined field
  })

  it('are refused each for itself: repeats find their document, and a taken value harms nobody else', async () => {
    const insertOnce = createInserter(notes())
    const fates = ['first', 'repeat', 'taken', 'other'].map((): Fate => ({ is: 'open' }))
    const all = [{ _id: 'a', key: 'one' }, { _id: 'a', key: 'one' }, { _id: 'b', key: 'one' }, { _id: 'c' }]
    const outcomes = await Promise.allSettled(all.map((note, n) => insertOnce(note, soon(), fates[n])))

    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.keyPattern))).toEqual([
      true,
      false,
      { key: 1 },
      true,
    ])
    expect(fates.map(({ is }) => is)).toEqual(['applied', 'applied', 'open', 'applied'])
    expect(await storedIds()).toEqual(['a', 'c'])
  })

  it('are not sent after their own deadline, however late others may be', async () => {
    const { insertOnce, letGo, sizes, sent } = held()
    const first = insertOnce({ _id: 'a' }, soon())
    await sent(1)
    const short = insertOnce({ _id: 'short' }, Date.now() + 20).catch((error: unknown) => error)
    const long = insertOnce({ _id: 'long' }, soon())
    await new Promise((resolve) => setTimeout(resolve, 40))
    letGo()

    expect(await short).toMatchObject({ kind: 'deadline_exceeded' })
    expect(await Promise.all([first, long])).toEqual([true, true])
    expect(sizes()).toEqual([1, 1])
    expect(await storedIds()).toEqual(['a', 'long'])
  })

  it('are checked against their deadlines again when a refused command is sent in parts', async () => {
    const collection = notes()
    const run = collection.db.command.bind(collection.db)
    const refusing = vi.spyOn(collection.db, 'command').mockImplementation(async (...args) => {
      if (args[0].documents.length === 1) return run(...args)
      await new Promise((resolve) => setTimeout(resolve, 40))
      throw new TypeError('refused as a whole')
    })
    const insertOnce = createInserter(collection)
    const outcomes = await Promise.allSettled([
      insertOnce({ _id: 'a' }, soon()),
      insertOnce({ _id: 'short' }, Date.now() + 20),
      insertOnce({ _id: 'b' }, soon()),
    ])
    refusing.mockRestore()

    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.kind))).toEqual([
      true,
      'deadline_exceeded',
      true,
    ])
    expect(await storedIds()).toEqual(['a', 'b'])
  })

  it('harm nobody if one of them cannot be written as BSON', async () => {
    const insertOnce = createInserter(notes())
    const odd = { _id: 'odd', text: { _bsontype: 'ObjectId' } as never }
    const outcomes = await Promise.allSettled([insertOnce(odd, soon()), insertOnce({ _id: 'a' }, soon())])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await insertOnce({ _id: 'b' }, soon())).toBe(true)
    expect(await storedIds()).toEqual(['a', 'b'])
  })

  it('that are too long for one command are split, and one that MongoDB cannot hold fails alone', async () => {
    const insertOnce = createInserter(notes())
    const note = (_id: string, megabytes: number) => insertOnce({ _id, text: 'x'.repeat(megabytes * 1_000_000) }, soon() + 20_000)
    const outcomes = await Promise.allSettled([note('a', 0), note('b', 12), note('c', 12), note('d', 17), note('e', 0)])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await storedIds()).toEqual(['a', 'b', 'c', 'e'])
  })
})
