import { defineEvent, notFound, OperationError } from '@souk/contracts'
import { type Collection, MongoClient } from 'mongodb'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import type { Command, Decide } from '../src/aggregate/command.ts'
import { type Stored, toDocument } from '../src/aggregate/stored.ts'
import { EVENT_RECORD, type RecordedEvent } from '../src/events/event-record.ts'
import { mintOpId, type OpId, parseOpId } from '../src/ids.ts'
import { connectMongo } from '../src/store/mongo.ts'
import { testServers } from '../src/testing.ts'

/** A small aggregate for tests: a list of marks and an owner. */
export type Counter = {
  id: string
  owner: string
  marks: string[]
  note?: string | null
}

export const aCounter = (overrides: Partial<Counter> = {}): Counter => ({ id: 'ctr_1', owner: 'ann', marks: [], ...overrides })
export const newOp = (at = Date.now()): OpId => parseOpId(mintOpId(at))!

const counterMarked = defineEvent({
  service: 'cart',
  name: 'counter.marked',
  summary: '',
  ids: z.object({ mark: z.string() }),
})
export const counterCreated = defineEvent({
  service: 'cart',
  name: 'counter.created',
  summary: '',
  ids: z.object({ id: z.string() }),
})

export const addMark =
  (mark: string): Decide<Counter> =>
  (counter) => ({ state: { ...counter, marks: [...counter.marks, mark] }, events: [counterMarked({ mark })] })

export const quietly =
  (decide: Decide<Counter>): Decide<Counter> =>
  (counter, context) => ({ state: decide(counter, context).state })

export const refusing: Decide<Counter> = () => {
  throw new OperationError('not_allowed', 'no')
}

export const aCommand = (overrides: Partial<Command<Counter>> = {}): Command<Counter> => ({
  op: newOp(),
  deadline: Date.now() + 30_000,
  decide: quietly(addMark('x')),
  missing: () => notFound('Counter was not found'),
  ...overrides,
})

export const mark = (name: string) => aCommand({ decide: addMark(name) })

/** A database of this test's own. */
export async function openCounters() {
  const { MONGODB_URL, MONGODB_PREFIX } = testServers()
  const client = await connectMongo(MONGODB_URL)
  const db = client.db(`${MONGODB_PREFIX}_counters`)
  const counters: Collection<Stored<Counter>> = db.collection('counters')
  return {
    db,
    counters,
    record: db.collection<RecordedEvent>(EVENT_RECORD),
    insert: (overrides: Partial<Counter> = {}, internals = {}) => counters.insertOne(toDocument(aCounter(overrides), internals)),
    stored: async (id = 'ctr_1') => (await counters.findOne({ _id: id }))!,
    async close() {
      await db.dropDatabase()
      await client.close()
    },
  }
}

/** The same collection through a client that reports every command, for tests that count reads and writes. */
export async function observed(dbName: string) {
  const { MONGODB_URL } = testServers()
  const client = await new MongoClient(MONGODB_URL, { monitorCommands: true, promoteBuffers: true, w: 'majority' }).connect()
  const commands: string[] = []
  client.on('commandStarted', ({ commandName }) => commands.push(commandName))
  return {
    counters: client.db(dbName).collection<Stored<Counter>>('counters'),
    take: () => commands.splice(0),
    close: () => client.close(),
  }
}

/** For all tests of a file: one counter before each, none after it, and a second client that reports its commands. */
export async function watchedCounters() {
  const db = await openCounters()
  const watched = await observed(db.db.databaseName)
  beforeEach(async () => {
    await db.insert()
    watched.take()
  })
  afterEach(() => db.counters.deleteMany({}))
  afterAll(() => Promise.all([db.close(), watched.close()]))

  /** As another replica writes. */
  const someoneWrites = (change: object = {}) =>
    db.counters.updateOne({ _id: 'ctr_1' }, { $inc: { revision: 1 }, $push: { marks: 'theirs' }, ...change })
  return { db, watched, someoneWrites }
}

const replacing = <T extends object>(original: T, parts: Partial<T>): T =>
  new Proxy(original, {
    get(target, name) {
      if (name in parts) return Reflect.get(parts, name)
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

type RunCommand = Collection['db']['command']

/** The collection with something in the way of its commands. */
export function through<D extends object>(
  collection: Collection<D>,
  around: (run: RunCommand, ...args: Parameters<RunCommand>) => Promise<unknown>,
) {
  const { db } = collection
  const command = (...args: Parameters<RunCommand>) => around((...own: Parameters<RunCommand>) => db.command(...own), ...args)
  return replacing(collection, { db: replacing(db, { command: command as RunCommand }) })
}

/** The collection of a replica whose writes can be held up, as if its process stood still. */
export function held<D extends object>(collection: Collection<D>) {
  let [isHeld, free, arrived] = [false, () => {}, () => {}]
  let [freed, arrival] = [Promise.resolve(), Promise.resolve()]
  const counters = through(collection, async (run, ...args) => {
    if (isHeld && 'update' in args[0]) {
      arrived()
      await freed
    }
    return run(...args)
  })
  return {
    counters,
    hold() {
      isHeld = true
      freed = new Promise((resolve) => (free = resolve))
      arrival = new Promise((resolve) => (arrived = resolve))
    },
    /** Resolves when a write is being held up. */
    reached: () => arrival,
    release() {
      isHeld = false
      free()
    },
  }
}
