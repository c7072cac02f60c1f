import { type DecisionContext, OperationError } from '@souk/contracts'
import { describe, expect, it, vi } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import type { Command, Decide, Outcome } from '../src/aggregate/command.ts'
import { MAX_RECENT_OPS } from '../src/aggregate/recent-ops.ts'
import type { Fate } from '../src/fate.ts'
import { aCommand, addMark, type Counter, mark, newOp, quietly, refusing, through, watchedCounters } from './counters.ts'

const { db, watched, someoneWrites } = await watchedCounters()

const names = (count: number, prefix = 'm') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const revisions = (outcomes: Outcome<Counter>[]) => outcomes.map(({ revision }) => revision).sort((a, b) => a - b)
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

describe('a single command', () => {
  it('stores the search words of the searched fields, updated with each change', async () => {
    await db.insert({ id: 'ctr_words', note: 'Red hat' }, { search_words: ['red', 'hat'] })
    const aggregates = createAggregates(db.counters, { searched: ['note'] })

    await aggregates.execute('ctr_words', mark('a'))
    expect((await db.stored('ctr_words')).search_words).toEqual(['red', 'hat'])

    await aggregates.execute('ctr_words', aCommand({ decide: (state) => ({ state: { ...state, note: 'Blué hat, blue' } }) }))
    expect((await db.stored('ctr_words')).search_words).toEqual(['blue', 'hat,'])
    expect((await aggregates.find('ctr_words', Date.now() + 30_000))!.state).not.toHaveProperty('search_words')
  })

  it('reads once and writes once', async () => {
    const outcome = await createAggregates(watched.counters).execute('ctr_1', mark('a'))

    expect(outcome).toEqual({ state: { id: 'ctr_1', owner: 'ann', marks: ['a'] }, revision: 2, repeated: false })
    expect(watched.take()).toEqual(['find', 'update'])
    expect(await db.stored()).toMatchObject({ marks: ['a'], revision: 2, event_seq: 1 })
  })

  it.each([
    ['a string', (text: string) => ({ note: text })],
    ['a list', (text: string) => ({ marks: [text] })],
    ['a record', (text: string) => ({ owner: { name: text } as never })],
  ])('counts %s that it replaces towards the size limit for keeping a state in memory', async (_what, change) => {
    const aggregates = createAggregates(db.counters)
    const isKept = async (name: string) => {
      const decide = (state: Counter) => ({ state: { ...state, ...change(name.repeat(1.5 * 1024 * 1024)) } })
      const { state } = await aggregates.execute('ctr_1', aCommand({ decide }))
      return (await aggregates.find('ctr_1', Date.now() + 30_000))!.state === state
    }

    expect([await isKept('a'), await isKept('b'), await isKept('c'), await isKept('d')]).toEqual([true, true, false, true])
  })

  it('appends its events, numbered, in the same write', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await aggregates.execute('ctr_1', aCommand())
    await aggregates.execute('ctr_1', mark('b'))

    const { outbox, outbox_since } = await db.stored()
    expect(outbox).toEqual([
      { seq: 1, at: expect.stringMatching(/^\d{4}-.*Z$/), type: 'counter.marked', ids: { mark: 'a' } },
      { seq: 2, at: expect.stringMatching(/^\d{4}-.*Z$/), type: 'counter.marked', ids: { mark: 'b' } },
    ])
    expect(Date.now() - outbox_since!).toBeLessThan(60_000)
  })

  it('notifies about events only when there are any', async () => {
    const told: string[] = []
    const aggregates = createAggregates(db.counters, { onEvents: (id) => told.push(id) })

    await aggregates.execute('ctr_1', aCommand())
    await aggregates.execute('ctr_1', mark('a'))

    expect(told).toEqual(['ctr_1'])
  })

  it('notifies about a change that another replica has made, and perhaps not told of, when it is repeated', async () => {
    const told: unknown[][] = []
    const command = mark('a')
    await createAggregates(db.counters).execute('ctr_1', command)

    const another = createAggregates(db.counters, { onEvents: (...of) => told.push(of) })
    expect(await another.execute('ctr_1', command)).toMatchObject({ repeated: true })
    expect(told).toEqual([['ctr_1']])
  })

  it('sees the same new ids and time when it is decided again', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', aCommand())
    await someoneWrites()
    const seen: string[] = []
    const decide = (state: Counter, { newId, now }: DecisionContext) => {
      seen.push(`${newId('x')} ${now}`)
      return { state: { ...state, note: null } }
    }

    await aggregates.execute('ctr_1', aCommand({ decide }))

    expect(seen).toHaveLength(2)
    expect(new Set(seen).size).toBe(1)
  })

  it('is rejected without touching MongoDB when its deadline has passed', async () => {
    const late = createAggregates(watched.counters).execute('ctr_1', aCommand({ deadline: Date.now() - 1 }))

    await expect(late).rejects.toMatchObject({ kind: 'deadline_exceeded' })
    expect(watched.take()).toEqual([])
  })

  it('gets not_found when the aggregate does not exist or is not visible to the caller', async () => {
    const aggregates = createAggregates(db.counters)
    const hidden = { visible: ({ owner }: Counter) => owner === 'bob' }

    const errors = await Promise.all([
      aggregates.execute('ctr_none', aCommand()).catch((error) => error),
      aggregates.execute('ctr_1', aCommand(hidden)).catch((error) => error),
    ])

    expect(errors.map(({ kind, message }) => `${kind} ${message}`)).toEqual(Array(2).fill('not_found Counter was not found'))
    expect(await db.stored()).toMatchObject({ marks: [], revision: 1 })
  })
})

describe('concurrent commands on one aggregate', () => {
  it('64 commands: revisions without gaps, nothing lost, few writes', async () => {
    const aggregates = createAggregates(watched.counters)

    const outcomes = await Promise.all(names(64).map((name) => aggregates.execute('ctr_1', mark(name))))

    expect(revisions(outcomes)).toEqual(range(2, 64))
    const { marks, outbox, recent_ops, revision } = await db.stored()
    expect([...marks].sort()).toEqual(names(64).sort())
    expect(outbox.map(({ seq }) => seq)).toEqual(range(1, 64))
    expect({ ops: recent_ops.length, revision }).toEqual({ ops: 64, revision: 65 })
    expect(watched.take().filter((name) => name === 'update').length).toBeLessThanOrEqual(3)
  })

  it('each see the results of the previous ones and return their own revision', async () => {
    const aggregates = createAggregates(db.counters)

    const outcomes = await Promise.all(names(20).map((name) => aggregates.execute('ctr_1', mark(name))))

    for (const { state, revision } of outcomes) expect(state.marks).toEqual(names(revision - 1))
  })

  it('64 commands on each of two replicas: contiguous revisions, nothing lost or duplicated', async () => {
    const [one, two] = [createAggregates(db.counters), createAggregates(watched.counters)]

    const outcomes = await Promise.all(
      names(64).flatMap((name) => [one.execute('ctr_1', mark(`1${name}`)), two.execute('ctr_1', mark(`2${name}`))]),
    )

    expect(revisions(outcomes)).toEqual(range(2, 128))
    const { marks, outbox } = await db.stored()
    expect([...marks].sort()).toEqual([...names(64, '1m'), ...names(64, '2m')].sort())
    expect(outbox.map(({ seq }) => seq)).toEqual(range(1, 128))
  })

  it('a rejected command does not affect the others', async () => {
    const aggregates = createAggregates(db.counters)

    const [first, second, third] = await Promise.allSettled([
      aggregates.execute('ctr_1', mark('a')),
      aggregates.execute('ctr_1', aCommand({ decide: refusing })),
      aggregates.execute('ctr_1', mark('b')),
    ])

    expect(second).toMatchObject({ status: 'rejected', reason: { kind: 'not_allowed' } })
    expect([first, third]).toMatchObject([{ value: { revision: 2 } }, { value: { revision: 3 } }])
    expect((await db.stored()).marks).toEqual(['a', 'b'])
  })

  it('a command whose decision throws does not affect the others', async () => {
    const broken = aCommand({ decide: () => JSON.parse('{') })
    const aggregates = createAggregates(db.counters)

    const outcomes = await Promise.allSettled([aggregates.execute('ctr_1', broken), aggregates.execute('ctr_1', mark('a'))])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('call onWait while they wait, and are rejected as overloaded beyond 256', async () => {
    const aggregates = createAggregates(db.counters)
    let waits = 0
    const commands = names(300).map((name) => aCommand({ decide: quietly(addMark(name)), onWait: () => waits++ }))

    const outcomes = await Promise.allSettled(commands.map((command) => aggregates.execute('ctr_1', command)))

    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(waits).toBe(256)
    expect(refused).toHaveLength(300 - 1 - 256)
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { kind: 'overloaded', status: 503, retry_after: 1 } })
    expect((await db.stored()).marks).toHaveLength(257)
  })
})

describe('a recently seen state', () => {
  it('saves reading the document', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    watched.take()

    await aggregates.execute('ctr_1', mark('b'))

    expect(watched.take()).toEqual(['update'])
  })

  it('is read again when somebody else has written', async () => {
    const aggregates = createAggregates(watched.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()
    watched.take()

    const { revision } = await aggregates.execute('ctr_1', mark('b'))

    expect(revision).toBe(4)
    expect(watched.take()).toEqual(['update', 'find', 'update'])
    expect((await db.stored()).marks).toEqual(['a', 'theirs', 'b'])
  })

  it('never causes a rejection: the document is read again first', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()
    const onlyAfterTheirs = aCommand({
      decide: (state) =>
        state.marks.includes('theirs')
          ? addMark('b')(state, { newId: String, now: '' })
          : refusing(state, { newId: String, now: '' }),
    })

    expect((await aggregates.execute('ctr_1', onlyAfterTheirs)).revision).toBe(4)
  })

  it('does not remember ops of a batch that was decided but not written', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await db.counters.deleteMany({})
    const command = mark('b')
    const [accepted] = await Promise.allSettled([
      aggregates.execute('ctr_1', command),
      aggregates.execute('ctr_1', aCommand({ decide: refusing })),
    ])
    expect(accepted).toMatchObject({ reason: { kind: 'not_found' } })
    await db.insert()

    expect(await aggregates.execute('ctr_1', command)).toMatchObject({ repeated: false, state: { marks: ['b'] } })
  })

  it('is dropped when the aggregate no longer exists', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await db.counters.deleteMany({})

    await expect(aggregates.execute('ctr_1', mark('b'))).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('a repeated op-id', () => {
  it('changes nothing and returns the current state with the original revision', async () => {
    const aggregates = createAggregates(db.counters)
    const command = mark('a')
    await aggregates.execute('ctr_1', command)
    await aggregates.execute('ctr_1', mark('b'))

    expect(await aggregates.execute('ctr_1', command)).toMatchObject({
      revision: 2,
      repeated: true,
      state: { marks: ['a', 'b'] },
    })
    expect((await db.stored()).marks).toEqual(['a', 'b'])
  })

  it('is recognized by every replica, however old the state it saw last', async () => {
    const [one, two] = [createAggregates(db.counters), createAggregates(db.counters)]
    await two.execute('ctr_1', mark('before'))
    const command = mark('a')
    await one.execute('ctr_1', command)

    expect(await two.execute('ctr_1', command)).toMatchObject({ revision: 3, repeated: true })
    expect((await db.stored()).marks).toEqual(['before', 'a'])
  })

  it('sent 100 times concurrently to two replicas is applied once', async () => {
    const replicas = [createAggregates(db.counters), createAggregates(db.counters)]
    const command = mark('once')

    const outcomes = await Promise.all(names(100).map((_, index) => replicas[index % 2]!.execute('ctr_1', command)))

    expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(new Set(outcomes.map(({ revision }) => revision))).toEqual(new Set([2]))
    expect((await db.stored()).marks).toEqual(['once'])
  })

  it('succeeds even if the decision would now reject the command', async () => {
    const aggregates = createAggregates(db.counters)
    const op = newOp()
    const decide = (state: Counter) =>
      state.marks.length > 0 ? refusing(state, { newId: String, now: '' }) : addMark('a')(state, { newId: String, now: '' })
    await aggregates.execute('ctr_1', aCommand({ op, decide }))

    expect(await aggregates.execute('ctr_1', aCommand({ op, decide }))).toMatchObject({ repeated: true })
  })

  it('is rejected with onlyRepeat when the op ring no longer contains it, instead of being applied twice', async () => {
    const aggregates = createAggregates(db.counters)
    const command = mark('a')
    await aggregates.execute('ctr_1', command)

    expect(await aggregates.execute('ctr_1', { ...command, onlyRepeat: true })).toMatchObject({ repeated: true })
    await expect(aggregates.execute('ctr_1', aCommand({ onlyRepeat: true }))).rejects.toMatchObject({ kind: 'already_executed' })
    expect((await db.stored()).revision).toBe(2)
  })
})

describe('lost races', () => {
  /** The collection of a writer that always loses: something else happens before each of its writes. */
  const late = (before: () => Promise<unknown>) =>
    through(watched.counters, async (run, ...args) => {
      if ('update' in args[0]) await before()
      return run(...args)
    })
  const contested = () => late(someoneWrites)

  it('against another attempt of the same op lose nothing of its batch', async () => {
    await db.insert({ id: 'ctr_2' })
    const [repeat, other] = [mark('x'), mark('y')]
    const elsewhere = createAggregates(db.counters)
    let writes = 0
    const meanwhile = async () => {
      if (++writes === 2) await elsewhere.execute('ctr_1', repeat)
    }
    const aggregates = createAggregates(late(meanwhile))

    const outcomes = await Promise.all([
      ...[mark('first'), repeat, other].map((command) => aggregates.execute('ctr_1', command)),
      ...[mark('first'), mark('z')].map((command) => aggregates.execute('ctr_2', command)),
    ])

    expect(revisions(outcomes)).toEqual([2, 2, 3, 3, 4])
    expect([(await db.stored()).marks, (await db.stored('ctr_2')).marks]).toEqual([
      ['first', 'x', 'y'],
      ['first', 'z'],
    ])
    expect((await db.stored()).outbox.map(({ seq, ids }) => `${seq} ${ids.mark}`)).toEqual(['1 first', '2 x', '3 y'])
  })

  it('end in a retryable conflict after ten attempts', async () => {
    const outcome = await createAggregates(contested())
      .execute('ctr_1', mark('mine'))
      .catch((error) => error)

    expect(outcome).toMatchObject({ kind: 'conflict', status: 409, retry_after: 1 })
    expect(watched.take()).toEqual(Array(10).fill(['find', 'update']).flat())
    expect((await db.stored()).marks).toEqual(Array(10).fill('theirs'))
  })

  it('discard a rejection that was based on a command that was never written', async () => {
    let writes = 0
    const aggregates = createAggregates(late(async () => ++writes === 2 && someoneWrites()))
    const unless = (isRefused: (state: Counter) => boolean, decide: Decide<Counter>) =>
      aCommand({ decide: (state, context) => (isRefused(state) ? refusing : decide)(state, context) })
    const close = unless(
      ({ marks }) => marks.includes('theirs'),
      (state) => ({ state: { ...state, note: 'closed' } }),
    )
    const beside = unless(({ note }) => note === 'closed', addMark('mine'))

    const settled = await Promise.allSettled(
      [mark('first'), close, beside].map((command) => aggregates.execute('ctr_1', command)),
    )

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await db.stored()).marks).toEqual(['first', 'theirs', 'mine'])
  })

  it('end when the deadline passes', async () => {
    const command = aCommand({ deadline: Date.now() + 60_000 })
    const lostAtTheLast = through(watched.counters, async (run, ...args) => {
      if (!('update' in args[0])) return run(...args)
      await someoneWrites()
      const lost = await run(...args)
      vi.spyOn(Date, 'now').mockReturnValue(command.deadline + 1)
      return lost
    })

    const outcome = await createAggregates(lostAtTheLast)
      .execute('ctr_1', command)
      .catch((error) => error)

    vi.restoreAllMocks()
    expect(outcome).toMatchObject({ kind: 'deadline_exceeded' })
    expect(watched.take()).toEqual(['find', 'update'])
  })
})

describe('a command that cannot be written', () => {
  const long = (name: string, bytes: number) => mark(name + 'x'.repeat(bytes))
  const MIB = 1024 * 1024

  it('because the document would exceed 16 MiB is rejected without affecting commands that wait with it', async () => {
    const aggregates = createAggregates(db.counters)
    const commands = names(20).map((name, index) => (index === 7 ? quiet(long(name, 9 * MIB)) : mark(name)))
    await aggregates.execute('ctr_1', quiet(long('first', 9 * MIB)))

    const outcomes = await Promise.allSettled(commands.map((command) => aggregates.execute('ctr_1', command)))

    expect(outcomes.map(({ status }) => status)).toEqual(names(20).map((_, index) => (index === 7 ? 'rejected' : 'fulfilled')))
    expect(outcomes[7]).toMatchObject({ reason: { kind: 'invalid_data', message: 'The record has reached its limit of 16 MiB' } })
    const { marks, recent_ops } = await db.stored()
    expect([marks.length, recent_ops.length]).toEqual([20, 20])
  })

  it('because it exceeds the message limit is rejected alone, with its own message', async () => {
    const aggregates = createAggregates(db.counters)
    const tooLarge = () => new OperationError('invalid_data', 'too many marks')

    const [first, second, third] = await Promise.allSettled([
      aggregates.execute('ctr_1', mark('a')),
      aggregates.execute('ctr_1', { ...quiet(long('b', 17 * MIB)), tooLarge }),
      aggregates.execute('ctr_1', mark('c')),
    ])

    expect([first.status, second, third.status]).toMatchObject([
      'fulfilled',
      { reason: { message: 'too many marks' } },
      'fulfilled',
    ])
    expect((await db.stored()).marks).toEqual(['a', 'c'])
  })

  it('is recorded as rejected when it is contested', async () => {
    const fate: Fate = { is: 'open' }
    const command = { ...quiet(long('b', 17 * MIB)), contested: true, fate }

    await expect(createAggregates(db.counters).execute('ctr_1', command)).rejects.toMatchObject({ kind: 'invalid_data' })
    expect([fate, (await db.stored()).recent_ops]).toMatchObject([{ is: 'refused' }, [{ refused: true }]])
  })

  const quiet = (command: Command<Counter>) => ({ ...command, decide: quietly(command.decide) })
})

describe('If-Match', () => {
  it('accepts the current revision and rejects any other after reading again', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await someoneWrites()

    await expect(aggregates.execute('ctr_1', aCommand({ if_match: [2] }))).rejects.toMatchObject({
      status: 412,
      kind: 'revision_mismatch',
    })
    expect(await aggregates.execute('ctr_1', aCommand({ if_match: [1, 3] }))).toMatchObject({ revision: 4 })
  })

  it('lets only one of many concurrent commands through', async () => {
    const aggregates = createAggregates(db.counters)

    const outcomes = await Promise.allSettled(
      names(20).map((name) => aggregates.execute('ctr_1', { ...mark(name), if_match: [1] })),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await db.stored()).marks).toEqual(['m0'])
  })

  it('is not checked for a repeated op-id', async () => {
    const aggregates = createAggregates(db.counters)
    const command = { ...mark('a'), if_match: [1] }
    await aggregates.execute('ctr_1', command)

    expect(await aggregates.execute('ctr_1', command)).toMatchObject({ repeated: true, revision: 2 })
  })
})

describe('the op ring', () => {
  const aged = (count: number, age: number) =>
    Array.from({ length: count }, () => ({ op: newOp().bytes, at: Date.now() - age, rev: 1 }))

  it('drops old entries along with a write that happens anyway', async () => {
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops: aged(100, 60_000) } })
    const aggregates = createAggregates(watched.counters)
    const [a, b] = [mark('a'), mark('b')]

    await aggregates.execute('ctr_1', a)
    await aggregates.execute('ctr_1', b)

    expect((await db.stored()).recent_ops.map(({ op }) => op.toString('hex'))).toEqual(
      [a, b].map(({ op }) => op.bytes.toString('hex')),
    )
    expect(watched.take()).toEqual(['find', 'update', 'update'])
    expect(await aggregates.execute('ctr_1', a)).toMatchObject({ repeated: true })
  })

  it('rejects commands while it is full of recent entries, and accepts them once those are old', async () => {
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops: aged(MAX_RECENT_OPS, 1000) } })
    const aggregates = createAggregates(db.counters)
    await expect(aggregates.execute('ctr_1', mark('a'))).rejects.toMatchObject({ kind: 'overloaded' })

    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { recent_ops: aged(MAX_RECENT_OPS, 60_000) } })

    expect(await aggregates.execute('ctr_1', mark('a'))).toMatchObject({ revision: 2 })
    expect((await db.stored()).recent_ops).toHaveLength(1)
  })

  it('marks the entries of requests with an idempotency key', async () => {
    await createAggregates(db.counters).execute('ctr_1', aCommand({ keepOp: true }))

    expect((await db.stored()).recent_ops).toMatchObject([{ kept: true, rev: 2 }])
  })
})

describe('unpublished events', () => {
  const pending = (count: number) => range(1, count).map((seq) => ({ seq, type: 't', at: '', ids: {} }))

  it('cause commands to be rejected from 1,000 on', async () => {
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { outbox: pending(999), event_seq: 999 } })
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))

    await expect(aggregates.execute('ctr_1', mark('b'))).rejects.toMatchObject({ kind: 'overloaded' })
    expect((await db.stored()).outbox).toHaveLength(1000)
  })

  it('stop blocking commands as soon as they are published', async () => {
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { outbox: pending(999), event_seq: 999 } })
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('a'))
    await db.counters.updateOne({ _id: 'ctr_1' }, { $set: { outbox: [] } })

    expect(await aggregates.execute('ctr_1', mark('b'))).toMatchObject({ revision: 3 })
    expect((await db.stored()).outbox).toMatchObject([{ seq: 1001 }])
  })
})

it('concurrent commands on different aggregates do not wait for each other', async () => {
  await Promise.all(names(50).map((id) => db.insert({ id })))
  const aggregates = createAggregates(db.counters)

  const outcomes = await Promise.all(
    names(50).flatMap((id) => [aggregates.execute(id, mark('a')), aggregates.execute(id, mark('b'))]),
  )

  expect(outcomes.map(({ revision }) => revision)).toEqual(names(50).flatMap(() => [2, 3]))
})
