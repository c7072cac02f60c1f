import { defineEvent, notAllowed, OperationError } from '@souk/contracts'
import type { Collection, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createAggregates } from '../src/aggregate/aggregate.ts'
import { changeRecord } from '../src/aggregate/change-record.ts'
import { patch } from '../src/aggregate/patch.ts'
import { createRecords } from '../src/aggregate/records.ts'
import type { Stored } from '../src/aggregate/stored.ts'
import type { Fate } from '../src/fate.ts'
import { idsFrom } from '../src/ids.ts'
import { connectMongo } from '../src/store/mongo.ts'
import { testServers } from '../src/testing.ts'
import { newOp } from './counters.ts'

interface Note {
  id: string
  owner: string
  title: string
  metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

const ids = z.object({ id: z.string(), owner: z.string() })
const event = (name: `note.${string}`) => defineEvent({ service: 'cart', name, summary: '', ids })
const OPTIONS = {
  noun: 'Note',
  idPrefix: 'note',
  tenant: 'owner' as const,
  events: { created: event('note.created'), updated: event('note.updated'), deleted: event('note.deleted') },
  indexes: [{ key: { owner: 1, title: 1 }, name: 'title', unique: true, partialFilterExpression: { deleted_at: null } }],
}

let client: MongoClient
let collection: Collection<Stored<Note>>
/** Two replicas. */
let one: ReturnType<typeof records>
let other: ReturnType<typeof records>

const records = () => createRecords<Note, 'owner'>(collection, OPTIONS).of('ann')
const inAnHour = () => Date.now() + 30_000
const aRequest = (overrides: object = {}) => {
  const op = newOp()
  const fate: Fate = { is: 'open' }
  const command = {
    op,
    deadline: inAnHour(),
    if_match: undefined,
    keepOp: false,
    onlyRepeat: false,
    contested: false,
    fate,
    onWait() {},
  }
  return { command: { ...command, ...overrides }, newIds: () => idsFrom(op) }
}
const DATE = '2026-01-01T00:00:00.000Z'
const NEW = { owner: 'ann', metadata: null, created_at: DATE, updated_at: DATE, deleted_at: null }
const aCommand = (overrides: object = {}) => aRequest(overrides).command
const create = (title: string, request = aRequest()) => one.create({ title, metadata: null }, request)
const stored = async (id: string) => (await collection.findOne({ _id: id }))!

beforeAll(async () => {
  const { MONGODB_URL, MONGODB_PREFIX } = testServers()
  client = await connectMongo(MONGODB_URL)
  collection = client.db(`${MONGODB_PREFIX}_records`).collection('notes')
  await createRecords<Note, 'owner'>(collection, OPTIONS).ensureIndexes()
})
beforeEach(async () => {
  await collection.deleteMany({})
  one = records()
  other = records()
})
afterAll(async () => {
  await collection.db.dropDatabase()
  await client.close()
})

describe('a plain record', () => {
  it('is created with an id, dates and its owner, and publishes an event', async () => {
    const { record, revision } = await create('a')
    const { id, created_at } = record
    expect(record).toEqual({ id, owner: 'ann', title: 'a', metadata: null, created_at, updated_at: created_at, deleted_at: null })
    expect(id).toMatch(/^note_[0-9A-Z]{26}$/)
    expect(revision).toBe(1)
    expect(await other.get(id, inAnHour())).toEqual({ record, revision: 1 })
    expect(await stored(id)).toMatchObject({ outbox: [{ seq: 1, type: 'note.created', ids: { id, owner: 'ann' } }] })
  })

  it('is created once, however often the request is repeated', async () => {
    const request = aRequest()
    const made = await Promise.all([create('a', request), create('a', request), create('a', request)])
    expect(new Set(made.map(({ record }) => record.id)).size).toBe(1)
    await one.update(made[0]!.record.id, aCommand(), patch({ title: 'b' }))
    expect((await create('a', request)).record.title).toBe('b')
    expect(await collection.countDocuments()).toBe(1)
  })

  it('is rejected when a unique value is taken, until that value is free again', async () => {
    const refusal = { kind: 'invalid_data', message: 'Note with title: a, already exists.' }
    const first = await create('a')
    await expect(create('a')).rejects.toMatchObject(refusal)
    const second = await create('b')
    await expect(one.update(second.record.id, aCommand(), patch({ title: 'a' }))).rejects.toMatchObject(refusal)
    expect(
      await createRecords<Note, 'owner'>(collection, OPTIONS).of('ben').create({ title: 'a', metadata: null }, aRequest()),
    ).toBeDefined()

    await one.remove(first.record.id, aCommand())
    await one.update(second.record.id, aCommand(), patch({ title: 'a' }))
    await expect(one.restore(first.record.id, aCommand())).rejects.toMatchObject(refusal)
  })

  it('is rejected with the error of its store when a unique value is taken', async () => {
    const taken = () => new OperationError('conflict', 'There is one already')
    const notes = createRecords<Note, 'owner'>(collection, { ...OPTIONS, taken }).of('ann')
    await create('a')
    await expect(notes.create({ title: 'a', metadata: null }, aRequest())).rejects.toMatchObject({
      kind: 'conflict',
      message: 'There is one already',
    })
  })

  it('publishes the event that the change specifies, or none', async () => {
    const { id } = (await create('a')).record
    await one.update(id, aCommand(), patch({ title: 'b' }), () => event('note.renamed'))
    await one.update(id, aCommand(), patch({ title: 'c' }), () => undefined)
    const { outbox, title } = await stored(id)
    expect([title, outbox.map(({ type }) => type)]).toEqual(['c', ['note.created', 'note.renamed']])
  })

  it('is created with others in one command: all or none of them, and only once', async () => {
    const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at: null }
    const notes = (...titles: string[]) =>
      titles.map((title) => ({ id: `note_${title}`, owner: 'x', title, metadata: null, ...dates }))
    const named = (refusal: OperationError, at: number) => new OperationError(refusal.kind, `${at}: ${refusal.message}`)
    const createAll = (all: Note[]) => one.createAll(all, aCommand(), named)
    await create('c')
    const refusal = { kind: 'invalid_data', message: '2: Note with title: c, already exists.' }
    await expect(createAll(notes('a', 'b', 'c', 'd'))).rejects.toMatchObject(refusal)
    expect(await collection.countDocuments()).toBe(1)
    await Promise.all([createAll(notes('a', 'b')), createAll(notes('a', 'b'))])
    expect(await stored('note_b')).toMatchObject({ owner: 'ann', revision: 1, outbox: [{ type: 'note.created' }] })
    await one.update('note_a', aCommand(), patch({ title: 'z' }))
    await createAll(notes('a', 'b')) // a repeat finds them
    expect(await stored('note_a')).toMatchObject({ title: 'z', revision: 2 })
    await createAll([])
  })

  it('is not left behind by an attempt that died before it could remove a refused command', async () => {
    const left = (title: string) => ({ ...NEW, id: `note_${title}`, title })
    await create('c')
    await one.createAll([left('a')], aCommand(), (refusal) => refusal)

    const repeated = one.createAll([left('a'), left('b'), left('c')], aCommand(), (refusal) => refusal)

    await expect(repeated).rejects.toMatchObject({ kind: 'invalid_data' })
    expect(await collection.distinct('title')).toEqual(['c'])
  })

  it('stays when others that were to be created beside it, if missing, are refused', async () => {
    const existing = { ...NEW, id: 'note_a', title: 'a' }
    await create('c')
    await one.createMissing([existing], inAnHour())

    const refused = one.createMissing(
      [existing, { ...NEW, id: 'note_b', title: 'b' }, { ...NEW, id: 'note_c', title: 'c' }],
      inAnHour(),
    )

    await expect(refused).rejects.toMatchObject({ kind: 'invalid_data' })
    expect((await collection.distinct('title')).sort()).toEqual(['a', 'c'])
  })

  it('is announced when it was removed again, as others may have read it', async () => {
    const heard: unknown[] = []
    const relay = () => ({ onEvents: (...told: unknown[]) => void heard.push(told), publishedUpTo: () => 0 })
    const relayed = createRecords<Note, 'owner'>(collection, { ...OPTIONS, outbox: { relay } }).of('ann')
    await create('b')

    const both = [
      { ...NEW, id: 'note_a', title: 'a' },
      { ...NEW, id: 'note_b', title: 'b' },
    ]
    await expect(relayed.createAll(both, aCommand(), (refusal) => refusal)).rejects.toBeDefined()

    expect(heard).toEqual([['note_a'], ['note_b']])
  })

  it('is announced by the repeat of a creation whose answer was lost, because nobody else announces it', async () => {
    const heard: unknown[] = []
    const relay = () => ({ onEvents: (...told: unknown[]) => void heard.push(told), publishedUpTo: () => 0 })
    const relayed = createRecords<Note, 'owner'>(collection, { ...OPTIONS, outbox: { relay } }).of('ann')
    const request = aRequest()
    const { id } = (await create('a', request)).record
    const both = ['b', 'c'].map((title) => ({ ...NEW, id: `note_${title}`, title }))
    await one.createAll(both, aCommand(), (refusal) => refusal)

    await relayed.create({ title: 'a', metadata: null }, request)
    await relayed.createAll(both, aCommand(), (refusal) => refusal)
    await relayed.createMissing(both, inAnHour())

    expect(heard).toEqual([[id], ['note_b'], ['note_c'], ['note_b'], ['note_c']])
  })

  it('stays when its command is refused too late: a later run may have carried it out', async () => {
    await create('b')
    let now = Date.now()
    const late = {
      toArray() {
        now += 60_000
        return Promise.resolve([])
      },
    }
    const past = new Proxy(collection, {
      get: (target, key) => (key === 'find' ? () => late : Reflect.get(target, key, target)),
    })
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    const own = createRecords<Note, 'owner'>(past, OPTIONS).of('ann')
    const both = ['a', 'b'].map((title) => ({ ...NEW, id: `note_${title}`, title }))

    await expect(own.createAll(both, aCommand(), (refusal) => refusal)).rejects.toMatchObject({ kind: 'outcome_unknown' })

    expect((await collection.distinct('title')).sort()).toEqual(['a', 'b'])
  })

  it('has an unknown outcome when what was inserted of a refused command cannot be removed', async () => {
    await create('b')
    const failing = new Proxy(collection, {
      get: (target, key) => (key === 'deleteMany' ? () => Promise.reject(new Error('gone')) : Reflect.get(target, key, target)),
    })
    const own = createRecords<Note, 'owner'>(failing, OPTIONS).of('ann')

    const refused = own.createAll([{ ...NEW, id: 'note_b2', title: 'b' }], aCommand(), (refusal) => refusal)

    await expect(refused).rejects.toMatchObject({ kind: 'outcome_unknown' })
  })

  it('is rejected with custom messages when its store defines them', async () => {
    const missing = (id: string, change: boolean) => `No note ${id}${change ? ' to change' : ''}`
    const taken = ({ title }: { title?: string }) => (title === 'c' ? 'There is a c' : undefined)
    const own = createRecords<Note, 'owner'>(collection, { ...OPTIONS, missing, taken }).of('ann')
    await expect(own.get('note_1', inAnHour())).rejects.toMatchObject({ kind: 'not_found', message: 'No note note_1' })
    await expect(own.update('note_1', aCommand(), patch({}))).rejects.toMatchObject({ message: 'No note note_1 to change' })

    await own.create({ title: 'c', metadata: null }, aRequest())
    const refused = own.create({ title: 'c', metadata: null }, aRequest())
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_data', message: 'There is a c' })
  })

  it('is created by only one of many concurrent requests for the same unique value', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => create('a')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.message : []))).toEqual(
      Array.from({ length: 15 }, () => 'Note with title: a, already exists.'),
    )
  })

  it('is updated with a new date, and publishes an event', async () => {
    const { record } = await create('a')
    const { record: updated, revision } = await one.update(record.id, aCommand(), patch({ title: 'b', metadata: { c: 1 } }))
    expect(updated).toEqual({ ...record, title: 'b', metadata: { c: 1 }, updated_at: expect.any(String) })
    expect(updated.updated_at >= record.updated_at).toBe(true)
    expect(revision).toBe(2)
    expect((await stored(record.id)).outbox.map(({ type }) => type)).toEqual(['note.created', 'note.updated'])
  })

  it('is neither written nor announced when a patch changes nothing', async () => {
    const { record } = await create('a')
    const before = await stored(record.id)
    for (const replica of [one, other])
      expect(await replica.update(record.id, aCommand(), patch({ title: 'a' }))).toEqual({ record, revision: 1 })
    expect(await stored(record.id)).toEqual(before)
  })

  it('is not written when a patch changes nothing although it is too large to be cached', async () => {
    const metadata = { text: 'x'.repeat(5 * 1024 * 1024) }
    const { record } = await one.create({ title: 'a', metadata }, aRequest())
    for (const replica of [one, other]) {
      const { record: left, revision } = await replica.update(record.id, aCommand(), patch({ title: 'a' }))
      expect([left.title, left.updated_at, revision]).toEqual(['a', record.updated_at, 1])
    }
  })

  it('is not written when a patch changes nothing although others change it all the time', async () => {
    const { record } = await create('a')
    const aggregates = createAggregates(collection)
    let others = 0
    const find: typeof aggregates.find = async (...asked) => {
      await other.update(record.id, aCommand(), patch({ metadata: { n: ++others } }))
      return aggregates.find(...asked)
    }
    const change = (title: string, overrides = {}) =>
      changeRecord<Note>({ ...aggregates, find }, record.id, {
        ...aCommand(overrides),
        missing: () => notAllowed('missing'),
        taken: () => notAllowed('taken'),
        events: () => [],
        next: patch({ title }),
      })

    expect(await change('a')).toMatchObject({ record: { title: 'a', metadata: { n: 1 } }, revision: 2 })
    expect(others).toBe(1)
    const named = change('a', { if_match: [2] })
    await expect(named).rejects.toMatchObject({ kind: 'revision_mismatch' })
  })

  it('is written when a patch only seems to change nothing on an outdated replica', async () => {
    const { record } = await create('a')
    await other.update(record.id, aCommand(), patch({ metadata: { seen: true } }))
    await one.update(record.id, aCommand(), patch({ title: 'b' }))
    const { record: updated } = await other.update(record.id, aCommand(), patch({ title: 'a' }))
    expect(updated).toMatchObject({ title: 'a', metadata: { seen: true } })
    expect(await stored(record.id)).toMatchObject({ title: 'a', revision: 4 })
  })

  it('remembers a contested patch that changes nothing, so that a late attempt does nothing', async () => {
    const { record } = await create('a')
    const command = aCommand({ contested: true })
    await one.update(record.id, command, patch({ title: 'a' }))
    await one.update(record.id, aCommand(), patch({ title: 'b' }))
    await other.update(record.id, { ...command, contested: false }, patch({ title: 'a' })) // the first attempt resumes
    expect(await stored(record.id)).toMatchObject({ title: 'b' })
  })

  it('is changed once per op, and only at the revision named by If-Match', async () => {
    const { record } = await create('a')
    const command = aCommand({ if_match: [1] })
    const count = (note: Note) => ({ ...note, metadata: { n: Number(note.metadata?.n ?? 0) + 1 } })
    await one.update(record.id, command, count)
    expect((await other.update(record.id, command, count)).record.metadata).toEqual({ n: 1 })
    const late = { kind: 'revision_mismatch' }
    await expect(one.update(record.id, aCommand({ if_match: [1] }), count)).rejects.toMatchObject(late)
    await expect(one.update(record.id, aCommand({ if_match: [1] }), patch({}))).rejects.toMatchObject(late)
    await expect(one.remove(record.id, aCommand({ if_match: [1] }))).rejects.toMatchObject(late)
  })

  it('loses none of many concurrent changes on two replicas', async () => {
    const { record } = await create('a')
    const changes = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? one : other).update(record.id, aCommand(), patch({ metadata: { [n]: n } })),
    )
    await Promise.all(changes)
    expect(Object.keys((await one.get(record.id, inAnHour())).record.metadata!)).toHaveLength(20)
  })

  it('is deleted with an event and no longer found; repeats do nothing', async () => {
    const { record } = await create('a')
    const command = aCommand()
    const deleted = await one.remove(record.id, command)
    expect(deleted).toMatchObject({ record: { deleted_at: expect.any(String) }, revision: 2 })
    expect(await other.remove(record.id, command)).toMatchObject({ revision: 2 })
    expect(await one.remove(record.id, aCommand())).toBeUndefined()
    expect(await one.remove('note_never', aCommand())).toBeUndefined()
    await expect(one.remove('note_never', aCommand({ if_match: [1] }))).rejects.toMatchObject({ kind: 'revision_mismatch' })

    const unknown = { kind: 'not_found', message: `Note with id: ${record.id} not found` }
    await expect(one.get(record.id, inAnHour())).rejects.toMatchObject(unknown)
    await expect(one.update(record.id, aCommand(), patch({ title: 'b' }))).rejects.toMatchObject(unknown)
    expect((await stored(record.id)).outbox.map(({ type }) => type)).toEqual(['note.created', 'note.deleted'])
  })

  it('is changed after its deletion when the removal covers deleted records, without another event', async () => {
    const { record } = await create('a')
    const { deleted_at } = (await one.remove(record.id, aCommand()))!.record
    const marked = (note: Note) => (note.title === 'b' ? note : { ...note, title: 'b' })
    const again = aCommand()
    for (const replica of [one, other])
      expect(await replica.remove(record.id, again, marked, 'all')).toMatchObject({
        record: { title: 'b', deleted_at },
        revision: 3,
      })
    expect(await one.remove(record.id, aCommand(), marked, 'all')).toMatchObject({ revision: 3 })
    expect(await one.remove('note_never', aCommand(), marked, 'all')).toBeUndefined()
    const ben = createRecords<Note, 'owner'>(collection, OPTIONS).of('ben')
    expect(await ben.remove(record.id, aCommand(), patch({ title: 'c' }), 'all')).toBeUndefined()
    expect((await stored(record.id)).outbox.map(({ type }) => type)).toEqual(['note.created', 'note.deleted'])
  })

  it('can be restored', async () => {
    const { record } = await create('a')
    await one.remove(record.id, aCommand())
    expect((await one.restore(record.id, aCommand())).record).toEqual({ ...record, updated_at: expect.any(String) })
    expect(await one.restore(record.id, aCommand())).toMatchObject({ revision: 3 })
    expect(await one.find(record.id, inAnHour())).toMatchObject({ revision: 3 })
  })

  it('can be restored with a change, unless that is rejected', async () => {
    const { record } = await create('a')
    await one.remove(record.id, aCommand())
    const refusal = notAllowed('not again')
    const refused = () => {
      throw refusal
    }
    await expect(one.restore(record.id, aCommand(), refused)).rejects.toBe(refusal)
    expect(await one.find(record.id, inAnHour())).toBeUndefined()
    expect((await one.restore(record.id, aCommand(), patch({ title: 'b' }))).record).toMatchObject({
      title: 'b',
      deleted_at: null,
    })
  })

  it('is only accessible to its tenant', async () => {
    const { record } = await create('a')
    const ben = createRecords<Note, 'owner'>(collection, OPTIONS).of('ben')
    const unknown = { message: `Note with id: ${record.id} not found` }
    expect(await ben.find(record.id, inAnHour())).toBeUndefined()
    await expect(ben.update(record.id, aCommand(), patch({ title: 'b' }))).rejects.toMatchObject(unknown)
    await expect(ben.update(record.id, aCommand(), patch({ title: 'a' }))).rejects.toMatchObject(unknown)
    await expect(ben.restore(record.id, aCommand())).rejects.toMatchObject(unknown)
    expect(await ben.remove(record.id, aCommand())).toBeUndefined()
    expect(await stored(record.id)).toMatchObject({ revision: 1, deleted_at: null })
  })
})
