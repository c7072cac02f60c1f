import { OperationError } from '@souk/contracts'
import { MongoNetworkError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { LookupNeeded } from '../src/aggregate/command.ts'
import { type CommandWithLookups, executeWithLookups } from '../src/aggregate/execute-with-lookups.ts'
import type { Fate } from '../src/fate.ts'
import { aCommand, addMark, type Counter, held, mark, newOp, through, watchedCounters } from './counters.ts'

const { db, watched, someoneWrites } = await watchedCounters()

type Known = ReadonlyMap<number, string>
type Looking = CommandWithLookups<Counter, Known, number>

/** Adds a mark whose name only a lookup by the number of marks can tell. `asked` records the lookups. */
function lookingUp(overrides: Partial<Looking> = {}) {
  const asked: number[] = []
  const command: Looking = {
    ...aCommand(),
    known: new Map(),
    decide(counter, context, known) {
      const name = known.get(counter.marks.length)
      return name === undefined ? new LookupNeeded(counter.marks.length) : addMark(name)(counter, context)
    },
    async lookup(count, known) {
      asked.push(count)
      return new Map([...known, [count, `m${count}`]])
    },
    ...overrides,
  }
  return { command, asked }
}
const refusal = new OperationError('invalid_data', 'no such thing')
const refusingToLookUp = async () => {
  throw refusal
}
const conflict = {
  kind: 'conflict',
  message: 'The record was modified by others again and again; please try again',
  retry_after: 1,
}

describe('a decision that needs a lookup', () => {
  it('is repeated after the lookup, with one read and one write in total', async () => {
    const { command, asked } = lookingUp()

    expect(await executeWithLookups(createAggregates(watched.counters), 'ctr_1', command)).toMatchObject({
      state: { marks: ['m0'] },
      revision: 2,
      repeated: false,
    })

    expect(asked).toEqual([0])
    expect(watched.take()).toEqual(['find', 'update'])
  })

  it('looks up nothing when everything is known', async () => {
    const { command, asked } = lookingUp({ known: new Map([[0, 'known']]) })

    expect(await executeWithLookups(createAggregates(db.counters), 'ctr_1', command)).toMatchObject({
      state: { marks: ['known'] },
    })
    expect(asked).toEqual([])
  })

  it('can need several lookups in a row, and keeps what it has learned', async () => {
    const needs = ['a', 'b', 'c']
    const { command } = lookingUp()
    const outcome = await executeWithLookups<Counter, readonly string[], string>(createAggregates(db.counters), 'ctr_1', {
      ...command,
      known: [],
      decide(counter, context, known) {
        const need = needs.find((one) => !known.includes(one))
        return need === undefined ? addMark(known.join(''))(counter, context) : new LookupNeeded(need)
      },
      lookup: async (need, known) => [...known, need],
    })

    expect(outcome.state.marks).toEqual(['abc'])
  })

  it('is based on the current state: lookups made for an older state are made again', async () => {
    const aggregates = createAggregates(db.counters)
    await aggregates.execute('ctr_1', mark('seen last'))
    await someoneWrites()
    const { command, asked } = lookingUp()

    expect((await executeWithLookups(aggregates, 'ctr_1', command)).state.marks).toEqual(['seen last', 'theirs', 'm2'])
    expect(asked).toEqual([1, 2])
  })

  it('sees the same new ids each time', async () => {
    const seen: string[] = []
    const { command } = lookingUp()
    const { decide } = command
    await executeWithLookups(createAggregates(db.counters), 'ctr_1', {
      ...command,
      decide(counter, context, known) {
        seen.push(context.newId('x'))
        return decide(counter, context, known)
      },
    })

    expect(seen).toHaveLength(2)
    expect(new Set(seen).size).toBe(1)
  })
})

describe('nothing is looked up', () => {
  it('for a repeated op-id', async () => {
    const { command, asked } = lookingUp()
    const aggregates = createAggregates(db.counters)
    await executeWithLookups(aggregates, 'ctr_1', command)

    const again = lookingUp({ op: command.op })
    for (const replica of [aggregates, createAggregates(db.counters)]) {
      expect(await executeWithLookups(replica, 'ctr_1', again.command)).toMatchObject({ revision: 2, repeated: true })
    }

    expect([asked, again.asked]).toEqual([[0], []])
    expect((await db.stored()).marks).toEqual(['m0'])
  })

  it.each([
    ['for an aggregate that does not exist', 'ctr_none', {}, 'not_found'],
    ['for a hidden aggregate', 'ctr_1', { visible: () => false }, 'not_found'],
    ['for a stale If-Match', 'ctr_1', { if_match: [7] }, 'revision_mismatch'],
    ['for a command that is only allowed as a repetition', 'ctr_1', { onlyRepeat: true }, 'already_executed'],
    ['after the deadline', 'ctr_1', { deadline: Date.now() - 1 }, 'deadline_exceeded'],
  ] as const)('%s', async (_case, id, overrides, kind) => {
    const { command, asked } = lookingUp(overrides as Partial<Looking>)

    await expect(executeWithLookups(createAggregates(db.counters), id, command)).rejects.toMatchObject({ kind })
    expect(asked).toEqual([])
  })
})

describe('a rejection', () => {
  it('by a lookup is returned as it is, and leaves the aggregate unchanged', async () => {
    const { command } = lookingUp({ lookup: refusingToLookUp })

    await expect(executeWithLookups(createAggregates(db.counters), 'ctr_1', command)).rejects.toBe(refusal)
    expect(await db.stored()).toMatchObject({ revision: 1, recent_ops: [] })
  })

  it('by a lookup of a contested attempt is recorded, so that the other attempt does nothing', async () => {
    const slow = held(watched.counters)
    const [one, two] = [createAggregates(slow.counters), createAggregates(db.counters)]
    const op = newOp()
    slow.hold()
    const late = executeWithLookups(one, 'ctr_1', lookingUp({ op }).command).catch(({ kind }) => kind)
    await slow.reached()
    const fate: Fate = { is: 'open' }

    const again = lookingUp({ op, contested: true, fate, lookup: refusingToLookUp })
    await expect(executeWithLookups(two, 'ctr_1', again.command)).rejects.toBe(refusal)
    slow.release()

    expect([fate.is, await late]).toEqual(['refused', 'conflict'])
    expect(await db.stored()).toMatchObject({ marks: [], revision: 2, recent_ops: [{ refused: true }] })
  })

  it('by a lookup is returned again to a later attempt', async () => {
    const aggregates = createAggregates(db.counters)
    const op = newOp()
    const attempt = () => {
      const fate: Fate = { is: 'open' }
      const { command } = lookingUp({ op, contested: true, fate, lookup: refusingToLookUp })
      return executeWithLookups(aggregates, 'ctr_1', command).catch((error: unknown) => ({ error, fate }))
    }

    expect([await attempt(), await attempt()]).toEqual(Array(2).fill({ error: refusal, fate: { is: 'refused' } }))
    expect((await db.stored()).revision).toBe(2)
  })

  it('with conflict follows when the state needs yet another lookup for the sixth time', async () => {
    const aggregates = createAggregates(db.counters)
    const { command, asked } = lookingUp()
    const { lookup } = command
    const overtaken: Looking = {
      ...command,
      async lookup(count, known) {
        await aggregates.execute('ctr_1', mark('theirs'))
        return lookup(count, known)
      },
    }

    await expect(executeWithLookups(aggregates, 'ctr_1', overtaken)).rejects.toMatchObject(conflict)
    expect(asked).toEqual([0, 1, 2, 3, 4])
    expect((await db.stored()).marks).toHaveLength(5)
  })

  it('by a lookup while a write may still land is recorded, so that the write does nothing', async () => {
    let land: (() => Promise<unknown>) | undefined
    const counters = through(watched.counters, async (run, ...args) => {
      if (!('update' in args[0]) || land) return run(...args)
      land = () => run(...args)
      throw new MongoNetworkError('connection closed')
    })
    const fate: Fate = { is: 'open' }
    const { command } = lookingUp({ fate })

    const error = await executeWithLookups<Counter, string | undefined, 'price' | 'another'>(
      createAggregates(counters),
      'ctr_1',
      {
        ...command,
        known: undefined,
        decide(counter, context, known) {
          if (known === undefined) return new LookupNeeded('price')
          return land ? new LookupNeeded('another') : addMark(known)(counter, context)
        },
        lookup: async (need) => (need === 'price' ? 'a' : refusingToLookUp()),
      },
    ).catch((one: unknown) => one)
    await land!()

    expect([error, fate]).toEqual([refusal, { is: 'refused' }])
    expect(await db.stored()).toMatchObject({ marks: [], revision: 2, recent_ops: [{ refused: true }] })
  })
})

describe('concurrent commands', () => {
  it('with lookups on two replicas each see what the others wrote: nothing lost or duplicated', async () => {
    const replicas = [createAggregates(db.counters), createAggregates(watched.counters)]
    const names = Array.from({ length: 40 }, (_, n) => `own${n}`)
    const add = (name: string, n: number) => {
      const { command } = lookingUp()
      return executeWithLookups<Counter, string | undefined, null>(replicas[n % 2]!, 'ctr_1', {
        ...command,
        known: undefined,
        decide: (counter, context, known) => (known === undefined ? new LookupNeeded(null) : addMark(known)(counter, context)),
        async lookup() {
          await new Promise(setImmediate)
          return name
        },
      })
    }

    const outcomes = await Promise.all(names.map(add))

    expect([...(await db.stored()).marks].sort()).toEqual([...names].sort())
    expect(new Set(outcomes.map(({ revision }) => revision)).size).toBe(40)
  })

  it('with a lookup are decided after the others of their batch, which they do not affect', async () => {
    const aggregates = createAggregates(db.counters)
    const { command, asked } = lookingUp()

    const [, looked] = await Promise.all([
      aggregates.execute('ctr_1', mark('a')),
      executeWithLookups(aggregates, 'ctr_1', command),
      aggregates.execute('ctr_1', mark('b')),
    ])

    expect((await db.stored()).marks).toEqual(expect.arrayContaining(['a', 'b']))
    expect(looked.state.marks.at(-1)).toBe(`m${asked.at(-1)}`)
  })

  it('with a lookup are not decided again before the lookup when another write of the batch misses', async () => {
    let updates = 0
    const counters = through(watched.counters, async (run, ...args) => {
      if ('update' in args[0] && ++updates === 2) await someoneWrites()
      return run(...args)
    })
    const aggregates = createAggregates(counters)
    const { command } = lookingUp()

    const [, , looked] = await Promise.all([
      aggregates.execute('ctr_1', mark('first')),
      aggregates.execute('ctr_1', mark('beside')),
      executeWithLookups<Counter, boolean, null>(aggregates, 'ctr_1', {
        ...command,
        known: false,
        decide: (counter, context, known) =>
          known || counter.marks.includes('theirs') ? addMark('own')(counter, context) : new LookupNeeded(null),
        lookup: async () => true,
      }),
    ])

    expect(looked).toMatchObject({ repeated: false })
    expect((await db.stored()).marks.toSorted()).toEqual(['beside', 'first', 'own', 'theirs'])
  })
})
