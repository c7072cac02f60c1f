import { setTimeout as sleep } from 'node:timers/promises'
import { MongoNetworkError, MongoOperationTimeoutError, MongoServerSelectionError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { toDocument } from '../src/aggregate/stored.ts'
import { createInserter } from '../src/store/inserter.ts'
import { aCommand, aCounter, addMark, mark, refusing, through, watchedCounters } from './counters.ts'

const { db, watched } = await watchedCounters()

const broken = () => new MongoNetworkError('connection 7 to 127.0.0.1:27017 closed')
const never = () => new MongoOperationTimeoutError('Timed out', { cause: new MongoServerSelectionError('none', {} as never) })
const nothing = async (): Promise<void> => {}

/** A replica whose first update fails, after its write or instead of it; reads may fail too. */
const failing = (
  error: () => Error,
  { write = true, reads = nothing }: { write?: boolean; reads?: () => Promise<void> } = {},
) => {
  let failed = false
  return through(watched.counters, async (run, ...args) => {
    if ('find' in args[0] && failed) await reads()
    if (failed || !('update' in args[0])) return run(...args)
    failed = true
    if (write) await run(...args)
    throw error()
  })
}
const failure = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'done',
    (error: unknown) => error,
  )
const away = async () => {
  throw new Error('cannot be read') // an error that is not retried
}

describe('a write without a reply', () => {
  it.each([true, false])('is checked by reading, and carried out once; written: %s', async (write) => {
    const aggregates = createAggregates(failing(broken, { write }))

    expect(await aggregates.execute('ctr_1', mark('a'))).toMatchObject({ revision: 2 })
    expect(await db.stored()).toMatchObject({ marks: ['a'], revision: 2, event_seq: 1 })
  })

  it.each([true, false])('has an unknown outcome when MongoDB cannot be read either; written: %s', async (write) => {
    const command = { ...mark('a'), fate: { is: 'open' as const } }

    const error = await failure(createAggregates(failing(broken, { write, reads: away })).execute('ctr_1', command))

    expect(error).toMatchObject({ kind: 'outcome_unknown', status: 504, retry_after: 1 })
    expect(command.fate).toEqual({ is: 'unknown' })
  })

  it('has an unknown outcome when the deadline passes', async () => {
    const deadline = Date.now() + 1500
    const counters = through(watched.counters, async (run, ...args) => {
      if (!('update' in args[0])) return run(...args)
      await sleep(deadline + 10 - Date.now())
      throw broken()
    })

    const error = await failure(createAggregates(counters).execute('ctr_1', { ...mark('a'), deadline }))
    expect(error).toMatchObject({ kind: 'outcome_unknown' })
  })

  it('is known to have failed when no server was found', async () => {
    const error = await failure(createAggregates(failing(never, { write: false })).execute('ctr_1', mark('a')))

    expect(error).toMatchObject({ kind: 'unavailable', status: 503 })
  })

  it('may arrive late: a rejection decided in the meantime is recorded, so that it does nothing', async () => {
    let land: () => Promise<unknown> = nothing
    const counters = through(watched.counters, async (run, ...args) => {
      if (!('update' in args[0]) || land !== nothing) return run(...args)
      land = () => run(...args)
      throw broken()
    })
    let may = true // depends on outside facts, like a balance or a price
    const command = aCommand({
      decide(state, context) {
        const decided = (may ? addMark('a') : refusing)(state, context)
        may = false
        return decided
      },
    })

    expect(await failure(createAggregates(counters).execute('ctr_1', command))).toMatchObject({ kind: 'not_allowed' })
    await land()

    expect(await db.stored()).toMatchObject({ marks: [], revision: 2, recent_ops: [{ refused: true }] })
  })

  it('of several commands is checked for each of them', async () => {
    const aggregates = createAggregates(failing(broken))
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => aggregates.execute('ctr_1', mark(name))))

    expect(outcomes.map(({ revision }) => revision).toSorted()).toEqual([2, 3, 4])
    expect((await db.stored()).marks).toHaveLength(3)
  })
})

describe('a create', () => {
  const counter = () => toDocument(aCounter({ id: 'ctr_new' }))
  const inserting = (error: () => Error) =>
    through(db.counters, async () => {
      throw error()
    })

  it('without a reply has an unknown outcome, unless no server was ever found', async () => {
    const soon = Date.now() + 10_000

    expect(await failure(createInserter(inserting(broken))(counter(), soon))).toMatchObject({ kind: 'outcome_unknown' })
    expect(await failure(createInserter(inserting(never))(counter(), soon))).toMatchObject({ kind: 'unavailable' })
  })

  it('past its deadline creates nothing', async () => {
    expect(await failure(createInserter(db.counters)(counter(), Date.now() - 1))).toMatchObject({ kind: 'deadline_exceeded' })
    expect(await db.counters.countDocuments({ _id: 'ctr_new' })).toBe(0)
  })
})
