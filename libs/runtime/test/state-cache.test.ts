import { describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { LookupNeeded } from '../src/aggregate/command.ts'
import { loadedFrom } from '../src/aggregate/decided.ts'
import { storedOp } from '../src/aggregate/recent-ops.ts'
import { aCommand, addMark, type Counter, mark, newOp, watchedCounters } from './counters.ts'

const { db, watched, someoneWrites } = await watchedCounters()

const soon = () => Date.now() + 30_000

describe('reading an aggregate', () => {
  it('returns its state and revision, or undefined when it does not exist', async () => {
    const aggregates = createAggregates(db.counters)

    expect(await aggregates.find('ctr_1', soon())).toMatchObject({ state: { id: 'ctr_1', marks: [] }, revision: 1 })
    expect(await aggregates.find('ctr_none', soon())).toBeUndefined()
  })

  it('returns the same state while the revision is unchanged, and reads it again when it changed', async () => {
    const aggregates = createAggregates(db.counters)
    const first = await aggregates.find('ctr_1', soon())
    const second = await aggregates.find('ctr_1', soon())
    await someoneWrites()
    const third = await aggregates.find('ctr_1', soon())

    expect(second!.state).toBe(first!.state)
    expect(third).toMatchObject({ state: { marks: ['theirs'] }, revision: 2 })
  })

  it('never returns less than what another replica has already written', async () => {
    const [mine, theirs] = [createAggregates(db.counters), createAggregates(db.counters)]
    for (let n = 0; n < 50; n++) {
      const { revision } = await (n % 2 ? mine : theirs).execute('ctr_1', mark(`${n}`))
      const found = await Promise.all([mine.find('ctr_1', soon()), theirs.find('ctr_1', soon())])

      for (const present of found) expect(present).toMatchObject({ revision, state: { marks: { length: n + 1 } } })
    }
  })

  it('makes one query for the revisions of known aggregates, or for the documents of unknown ones', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `ctr_of_many${n}`)
    await Promise.all(ids.map((id) => db.insert({ id })))
    const aggregates = createAggregates(watched.counters)
    const readAll = () => Promise.all(ids.map((id) => aggregates.find(id, soon())))
    watched.take()

    expect((await readAll()).every((present) => present !== undefined)).toBe(true)
    expect(watched.take()).toEqual(['find'])
    await readAll()
    expect(watched.take()).toEqual(['find'])
  })

  it('notices that it was deleted', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.find('ctr_1', soon())
    await db.counters.deleteOne({ _id: 'ctr_1' })

    expect(await aggregates.find('ctr_1', soon())).toBeUndefined()
    await expect(aggregates.execute('ctr_1', aCommand())).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('returns what the replica has just written, and commands use what was just read', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.find('ctr_1', soon())
    await aggregates.execute('ctr_1', mark('a'))
    const present = await aggregates.find('ctr_1', soon())

    expect(present).toMatchObject({ state: { marks: ['a'] }, revision: 2 })
    expect(watched.take()).toEqual(['find', 'update', 'find'])
  })

  it('derives the state from the document where they differ', async () => {
    const loaded = (counter: Counter) => ({ ...counter, note: `loaded ${counter.marks.length}` })
    const aggregates = createAggregates(db.counters, { loaded })

    expect((await aggregates.find('ctr_1', soon()))?.state.note).toBe('loaded 0')
    expect((await aggregates.execute('ctr_1', mark('a'))).state.note).toBe('loaded 0')
  })
})

describe('an outcome that no write confirms', () => {
  it('is decided on a fresh state: a rejection', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()
    const seen: number[] = []
    const decide = ({ marks }: Counter) => {
      seen.push(marks.length)
      throw new RangeError('no')
    }

    await expect(aggregates.execute('ctr_1', aCommand({ decide }))).rejects.toThrow('no')
    expect(seen).toEqual([1, 2])
  })

  it('is decided on a fresh state: the answer to a repeat', async () => {
    const aggregates = createAggregates(db.counters)
    const command = aCommand({ decide: addMark('a'), op: newOp() })
    await aggregates.execute('ctr_1', command)
    await someoneWrites()

    expect(await aggregates.execute('ctr_1', command)).toMatchObject({ repeated: true, state: { marks: ['a', 'theirs'] } })
  })

  it('is not decided again when it needs a lookup, which is returned instead', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    watched.take()
    const needed = new LookupNeeded('more')

    expect(await aggregates.execute('ctr_1', { ...aCommand(), decide: () => needed })).toBe(needed)
    expect(watched.take()).toEqual([])
  })
})

it('a state does not retain the reply that contained its document', () => {
  const reply = Buffer.alloc(1024 * 1024, 7)
  const ring = [{ op: reply.subarray(64, 80), at: Date.now(), rev: 2 }]
  const loaded = loadedFrom({ revision: 2, recent_ops: ring, outbox: [], event_seq: 0 }, { id: 'ctr_1' }, 100)

  expect(loaded.recent_ops).toEqual([{ key: '\u0007'.repeat(16), at: ring[0]!.at, rev: 2 }])
  expect(loaded.recent_ops.map(storedOp)).toEqual(ring)
  expect([...loaded.known.values()]).toEqual(loaded.recent_ops)
})
