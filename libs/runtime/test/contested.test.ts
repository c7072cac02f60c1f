import { forbidden, OperationError } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { type Command, type Decide, LookupNeeded } from '../src/aggregate/command.ts'
import { MAX_RECENT_OPS } from '../src/aggregate/recent-ops.ts'
import { type Fate, isFinal } from '../src/fate.ts'
import { aCommand, addMark, type Counter, held, mark, newOp, refusing, watchedCounters } from './counters.ts'

const { db, watched, someoneWrites } = await watchedCounters()

/** Removes the mark; rejects when it is not there. */
const removeMark =
  (name: string): Decide<Counter> =>
  (counter) => {
    if (!counter.marks.includes(name)) throw new OperationError('invalid_data', `${name} is not there`)
    return { state: { ...counter, marks: counter.marks.filter((one) => one !== name) } }
  }
const remove = (name: string, overrides: Partial<Command<Counter>> = {}) =>
  aCommand({ decide: removeMark(name), fate: { is: 'open' } as Fate, ...overrides })
const refused = (name: string) => ({ kind: 'invalid_data', message: `${name} is not there` })

describe('a contested command that is rejected', () => {
  it('is recorded first: a late attempt on another replica does nothing and gets the same answer', async () => {
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    await one.execute('ctr_1', mark('card'))
    const first = remove('card')
    slow.hold()
    const late = one.execute('ctr_1', first).catch((error: unknown) => error) // decided on a state that has the card
    await slow.reached()
    await two.execute('ctr_1', remove('card')) // somebody else removes the card

    const again = remove('card', { op: first.op, contested: true })
    await expect(two.execute('ctr_1', again)).rejects.toMatchObject(refused('card'))
    expect(again.fate).toEqual({ is: 'refused' })
    await two.execute('ctr_1', mark('card')) // and adds it again, once the rejection is known
    slow.release()

    expect(await late).toMatchObject({ kind: 'conflict' }) // although it would be possible now
    expect(first.fate).toEqual({ is: 'refused' })
    expect(await db.stored()).toMatchObject({ marks: ['card'], revision: 5 })
  })

  it('makes a late attempt fail even without other writes, because the revision is raised', async () => {
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    const [op, if_match] = [newOp(), [1]]
    slow.hold()
    const late = one.execute('ctr_1', { ...mark('late'), op }).catch((error: unknown) => error)
    await slow.reached()

    // As if the facts that it depends on had changed.
    await expect(two.execute('ctr_1', aCommand({ op, if_match, decide: refusing, contested: true }))).rejects.toMatchObject({
      kind: 'not_allowed',
    })
    slow.release()

    expect(await late).toMatchObject({ kind: 'conflict' })
    expect(await db.stored()).toMatchObject({ marks: [], revision: 2, event_seq: 0 })
    expect((await db.stored()).recent_ops).toMatchObject([{ rev: 2, refused: true }])
  })

  it('is remembered from then on, however old its op-id: a late attempt still does nothing', async () => {
    const old = Date.now() - 60_000
    const recent_ops = Array.from({ length: 63 }, () => ({ op: newOp().bytes, at: old, rev: 1 }))
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops } })
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    const op = newOp(old) // of a request that is repeated with its Idempotency-Key
    slow.hold()
    const late = one.execute('ctr_1', { ...mark('late'), op }).catch((error: unknown) => error)
    await slow.reached()

    const again = aCommand({ op, decide: refusing, contested: true })
    await expect(two.execute('ctr_1', again)).rejects.toMatchObject({ kind: 'not_allowed' })
    await two.execute('ctr_1', mark('a')) // drops the old entries
    slow.release()

    expect(await late).toMatchObject({ kind: 'conflict' })
    expect(await db.stored()).toMatchObject({ marks: ['a'], recent_ops: [{ refused: true }, { rev: 3 }] })
  })

  it('costs one update and no read when the state is cached', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    watched.take()

    await expect(aggregates.execute('ctr_1', remove('b', { contested: true }))).rejects.toMatchObject(refused('b'))

    expect(watched.take()).toEqual(['update'])
  })

  it('is decided again when somebody else has written, and may succeed then', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()

    expect(await aggregates.execute('ctr_1', remove('theirs', { contested: true }))).toMatchObject({ revision: 4 })
    expect((await db.stored()).marks).toEqual(['a'])
  })

  it('is answered as applied when an earlier attempt was applied', async () => {
    const command = mark('a')
    await createAggregates(db.counters).execute('ctr_1', command)

    const again = { ...command, decide: refusing, contested: true, fate: { is: 'open' } as Fate }
    expect(await createAggregates(db.counters).execute('ctr_1', again)).toMatchObject({ repeated: true, revision: 2 })
    expect(again.fate).toEqual({ is: 'applied' })
  })

  it('because of a stale If-Match is recorded too', async () => {
    const command = remove('a', { if_match: [7], contested: true })

    await expect(createAggregates(db.counters).execute('ctr_1', command)).rejects.toMatchObject({ status: 412 })
    expect([command.fate!.is, (await db.stored()).revision]).toEqual(['refused', 2])
  })

  it.each([
    ['changes nothing, and looks something up', (counter: Counter): LookupNeeded<Counter> => new LookupNeeded(counter)],
    ['would be possible', addMark('b')],
  ])('because of a stale If-Match is refused for it again, also if it %s', async (_name, decide) => {
    const aggregates = createAggregates(db.counters)
    const command = aCommand({ decide: decide as Decide<Counter>, if_match: [7], contested: true })

    for (let attempts = 0; attempts < 3; attempts++)
      await expect(aggregates.execute('ctr_1', command)).rejects.toMatchObject({ status: 412 })
    expect(await db.stored()).toMatchObject({ marks: [], revision: 2 })
  })

  it('for another reason is not taken for stale, though its refusal has raised the revision', async () => {
    const aggregates = createAggregates(db.counters)
    const command = remove('b', { if_match: [1], contested: true })

    for (let attempts = 0; attempts < 3; attempts++)
      await expect(aggregates.execute('ctr_1', command)).rejects.toMatchObject(refused('b'))
  })

  it('leaves no trace in an aggregate that is hidden or missing, and is final nevertheless', async () => {
    const aggregates = createAggregates(db.counters)
    const commands = [remove('a', { visible: () => false, contested: true }), remove('a', { contested: true })]

    const answers = await Promise.allSettled(
      commands.map((command, index) => aggregates.execute(['ctr_1', 'ctr_none'][index]!, command)),
    )

    expect(answers).toMatchObject(Array(2).fill({ reason: { kind: 'not_found' } }))
    expect(commands.map(({ fate }) => fate!.is)).toEqual(['refused', 'refused'])
    expect(await db.stored()).toMatchObject({ revision: 1, recent_ops: [] })
  })

  it('is recorded in an aggregate that belongs to somebody else, because it may change hands', async () => {
    const aggregates = createAggregates(db.counters)
    const inReach = ({ owner }: Counter) => owner === 'bob'
    const first = aCommand({ inReach, fate: { is: 'open' } as Fate })
    const again = { ...first, if_match: [7], fate: { is: 'open' } as Fate, contested: true }

    await expect(aggregates.execute('ctr_1', again)).rejects.toMatchObject({ kind: 'not_found' })
    expect(again.fate).toMatchObject({ is: 'refused' })
    expect(isFinal(forbidden(), again.fate)).toBe(true)
    await expect(aggregates.execute('ctr_1', first)).rejects.toMatchObject({ kind: 'not_found' })
    await aggregates.execute('ctr_1', aCommand({ decide: (counter) => ({ state: { ...counter, owner: 'bob' } }) }))

    await expect(aggregates.execute('ctr_1', first)).rejects.toMatchObject({ kind: 'conflict' })
    expect(first.fate).toMatchObject({ is: 'refused' })
    expect(await db.stored()).toMatchObject({ owner: 'bob', marks: [] })
  })

  it('is not final in such an aggregate until it is recorded', async () => {
    const aggregates = createAggregates(db.counters)
    const once = aCommand({ inReach: () => false, fate: { is: 'open' } as Fate })

    await expect(aggregates.execute('ctr_1', once)).rejects.toMatchObject({ kind: 'not_found' })

    expect(isFinal(forbidden(), once.fate!)).toBe(false)
    expect(isFinal(forbidden(), { is: 'open' })).toBe(true)
  })

  it('is written together with the others of its batch', async () => {
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

  it('is not final when the op ring is full', async () => {
    const recent_ops = Array.from({ length: MAX_RECENT_OPS }, () => ({ op: newOp().bytes, at: Date.now(), rev: 1 }))
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops } })
    const command = remove('a', { if_match: [7], contested: true })

    await expect(createAggregates(db.counters).execute('ctr_1', command)).rejects.toMatchObject({ status: 412 })
    expect(command.fate).toEqual({ is: 'open' })
  })

  it('before its aggregate was read is recorded too', async () => {
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

it('a rejected command that is not contested costs one read and leaves no trace', async () => {
  const command = remove('a')

  await expect(createAggregates(watched.counters).execute('ctr_1', command)).rejects.toMatchObject(refused('a'))

  expect([watched.take(), command.fate!.is]).toEqual([['find'], 'open'])
  expect(await db.stored()).toMatchObject({ revision: 1, recent_ops: [] })
})

it('concurrent attempts of one op: a final rejection is never applied, an applied op is applied once', async () => {
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
