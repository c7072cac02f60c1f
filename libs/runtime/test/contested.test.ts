import { OperationError } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import type { Command, Decide } from '../src/aggregate/command.ts'
import { MAX_RECENT_OPS } from '../src/aggregate/recent-ops.ts'
import type { Fate } from '../src/fate.ts'
import { aCommand, addMark, type Counter, held, mark, newOp, refusing, watchedCounters } from './counters.ts'

const { db, watched, someoneWrites } = await watchedCounters()

/** Takes the mark off; refuses where it is not there. */
const removeMark =
  (name: string): Decide<Counter> =>
  (counter) => {
    if (!counter.marks.includes(name)) throw new OperationError('invalid_data', `${name} is not there`)
    return { state: { ...counter, marks: counter.marks.filter((one) => one !== name) } }
  }
const remove = (name: string, overrides: Partial<Command<Counter>> = {}) =>
  aCommand({ decide: removeMark(name), fate: { is: 'open' } as Fate, ...overrides })
const refused = (name: string) => ({ kind: 'invalid_data', message: `${name} is not there` })

describe('a contested command that is refused', () => {
  it('is recorded before it is answered: a late attempt of another replica does nothing, and says the same', async () => {
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    await one.execute('ctr_1', mark('card'))
    const first = remove('card')
    slow.hold()
    const late = one.execute('ctr_1', first).catch((error: unknown) => error) // decided on a state with the card
    await slow.reached()
    await two.execute('ctr_1', remove('card')) // somebody else takes it off

    const again = remove('card', { op: first.op, contested: true })
    await expect(two.execute('ctr_1', again)).rejects.toMatchObject(refused('card'))
    expect(again.fate).toEqual({ is: 'refused' })
    await two.execute('ctr_1', mark('card')) // and puts it on again, once the refusal is known
    slow.release()

    expect(await late).toMatchObject({ kind: 'conflict' }) // by now it would be possible
    expect(first.fate).toEqual({ is: 'refused' })
    expect(await db.stored()).toMatchObject({ marks: ['card'], revision: 5 })
  })

  it('makes a late attempt fail even if nobody else wrote: the revision is raised', async () => {
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    const [op, if_match] = [newOp(), [1]]
    slow.hold()
    const late = one.execute('ctr_1', { ...mark('late'), op }).catch((error: unknown) => error)
    await slow.reached()

    // As when the facts that it depends on have changed.
    await expect(two.execute('ctr_1', aCommand({ op, if_match, decide: refusing, contested: true }))).rejects.toMatchObject({
      kind: 'not_allowed',
    })
    slow.release()

    expect(await late).toMatchObject({ kind: 'conflict' })
    expect(await db.stored()).toMatchObject({ marks: [], revision: 2, event_seq: 0 })
    expect((await db.stored()).recent_ops).toMatchObject([{ rev: 2, refused: true }])
  })

  it('costs one update where the state is at hand, and no read', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    watched.take()

    await expect(aggregates.execute('ctr_1', remove('b', { contested: true }))).rejects.toMatchObject(refused('b'))

    expect(watched.take()).toEqual(['update'])
  })

  it('is decided anew when somebody else wrote: it may be possible by then', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()

    expect(await aggregates.execute('ctr_1', remove('theirs', { contested: true }))).toMatchObject({ revision: 4 })
    expect((await db.stored()).marks).toEqual(['a'])
  })

  it('is answered as carried out where an earlier attempt has been', async () => {
    const command = mark('a')
    await createAggregates(db.counters).execute('ctr_1', command)

    const again = { ...command, decide: refusing, contested: true, fate: { is: 'open' } as Fate }
    expect(await createAggregates(db.counters).execute('ctr_1', again)).toMatchObject({ repeated: true, revision: 2 })
    expect(again.fate).toEqual({ is: 'applied' })
  })

  it('because of a stale If-Match is recorded as well', async () => {
    const command = remove('a', { if_match: [7], contested: true })

    await expect(createAggregates(db.counters).execute('ctr_1', command)).rejects.toMatchObject({ status: 412 })
    expect([command.fate!.is, (await db.stored()).revision]).toEqual(['refused', 2])
  })

  it('leaves no trace in an aggregate that is hidden from its caller, and is final all the same', async () => {
    const aggregates = createAggregates(db.counters)
    const commands = [remove('a', { visible: () => false, contested: true }), remove('a', { contested: true })]

    const answers = await Promise.allSettled(
      commands.map((command, index) => aggregates.execute(['ctr_1', 'ctr_none'][index]!, command)),
    )

    expect(answers).toMatchObject(Array(2).fill({ reason: { kind: 'not_found' } }))
    expect(commands.map(({ fate }) => fate!.is)).toEqual(['refused', 'refused'])
    expect(await db.stored()).toMatchObject({ revision: 1, recent_ops: [] })
  })

  it('beside others of its batch is written with them', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    watched.take()

    const outcomes = await Promise.allSettled([
      aggregates.execute('ctr_1', mark('b')),
      aggregates.execute('ctr_1', remove('x', { contested: true })),
      aggregates.execute('ctr_1', remove('y')),
      aggregates.execute('ctr_1', mark('c')),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await db.stored()).toMatchObject({ marks: ['a', 'b', 'c'], revision: 5, event_seq: 3 })
  })

  it('is not final where the ring is full', async () => {
    const recent_ops = Array.from({ length: MAX_RECENT_OPS }, () => ({ op: newOp().bytes, at: Date.now(), rev: 1 }))
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops } })
    const command = remove('a', { if_match: [7], contested: true })

    await expect(createAggregates(db.counters).execute('ctr_1', command)).rejects.toMatchObject({ status: 412 })
    expect(command.fate).toEqual({ is: 'open' })
  })

  it('before the aggregate was asked is recorded too', async () => {
    const aggregates = createAggregates(db.counters)
    const refusal = new OperationError('invalid_data', 'no such card')
    const [alone, contested] = [remove('a'), remove('a', { contested: true })]

    for (const command of [alone, contested]) {
      await expect(aggregates.refuse('ctr_1', command, refusal)).rejects.toBe(refusal)
    }

    expect([alone.fate!.is, contested.fate!.is]).toEqual(['open', 'refused'])
    expect((await db.stored()).recent_ops).toMatchObject([{ op: contested.op.bytes, refused: true }])
  })
})

it('one that is not contested costs a read and leaves nothing behind', async () => {
  const command = remove('a')

  await expect(createAggregates(watched.counters).execute('ctr_1', command)).rejects.toMatchObject(refused('a'))

  expect([watched.take(), command.fate!.is]).toEqual([['find'], 'open'])
  expect(await db.stored()).toMatchObject({ revision: 1, recent_ops: [] })
})

it('whatever attempts of one op do at the same time: what was refused for good is not carried out, what was is so once', async () => {
  let run = 0
  const attempts = fc.array(fc.record({ replica: fc.nat(2), may: fc.boolean(), pause: fc.nat(4) }), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(attempts, async (all) => {
      const id = `ctr_r${run++}`
      await db.insert({ id })
      const replicas = Array.from({ length: 3 }, () => createAggregates(db.counters))
      const op = newOp()
      const results = await Promise.all(
        all.map(async ({ replica, may, pause }, index) => {
          for (let turn = 0; turn < pause; turn++) await new Promise(setImmediate)
          const fate: Fate = { is: 'open' }
          const decide = may ? addMark('x') : refusing
          const ends = await replicas[replica]!.execute(id, aCommand({ op, decide, fate, contested: index > 0 })).then(
            () => 'done',
            ({ kind }) => kind,
          )
          return { ends, fate: fate.is }
        }),
      )
      const { marks } = await db.stored(id)
      const done = results.some(({ ends }) => ends === 'done')
      const final = results.some(({ fate }) => fate === 'refused')
      expect(marks).toEqual(done ? ['x'] : [])
      expect(done && final).toBe(false)
    }),
    { numRuns: 60 },
  )
})
