import { randomBytes } from 'node:crypto'
import type { Actor } from '@souk/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import type { IdempotencyRecord } from '../src/server/idempotency-record.ts'
import { createKeptBudget, MAX_KEPT_PER_HOUR } from '../src/server/kept-budget.ts'
import { patient, startTestService, type TestReply, testServers } from '../src/testing.ts'
import { aCounter, type Counter } from './counters.ts'
import { createCounter, getCounter, guest, holdRuns, issue, mark, marksService, peek } from './marks-service.ts'

/** Two replicas of one service on the same servers and database; requests go to either of them. */
const servers = testServers()
const startReplica = () => startTestService(marksService, { servers })
let one: Awaited<ReturnType<typeof startReplica>>
let two: Awaited<ReturnType<typeof startReplica>>
beforeAll(async () => {
  one = await startReplica()
  two = await startReplica()
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})
// A new id each time: replicas cache the state of an id for seconds, and ids are never reused.
beforeEach(async () => {
  params = { id: `ctr_${randomBytes(6).toString('hex')}` }
  await one.deps.counters.insertOne(toDocument(aCounter(params)))
})
afterEach(async () => {
  await one.deps.counters.deleteMany({})
  one.deps.runs.length = two.deps.runs.length = 0
})

const records = () => one.db.collection<IdempotencyRecord>('idempotency')
const newKey = () => `key-${randomBytes(8).toString('hex')}`
let params: { id: string }
const actor = guest()
const send = (name: string, idempotency_key: string | undefined, { body = {}, ...options }: Record<string, unknown> = {}) =>
  one.send(mark, {
    params,
    actor,
    body: { mark: name, ...(body as object) },
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...options,
  })
const marks = async () => (await one.deps.counters.findOne({ _id: params.id }))!.marks
const runs = () => one.deps.runs.length + two.deps.runs.length
/** Resolves when this many runs have begun. */
const begun = (count: number) => expect.poll(runs, { interval: 5 }).toBe(count)
/** Simulates that every process with a run in progress is considered dead. */
const lapseLeases = () => records().updateMany({ answer: { $exists: false } }, { $set: { lease_until: new Date(0) } })
const brief = ({ status, text, etag, replayed }: TestReply) => ({ status, text, etag, replayed })

describe('an idempotency key', () => {
  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
    ['invalid because of a control character', 'a\tb'],
    ['invalid because of a line break', 'a\r\nb'],
  ])('that is %s is rejected with 400', async (_kind, key) => {
    const { status, body } = await send('a', key)

    expect({ status, code: body.code, type: body.type }).toEqual({
      status: 400,
      code: 'idempotency_key_invalid',
      type: 'invalid_data',
    })
    expect(await marks()).toEqual([])
  })

  it.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['spaces and punctuation', ' a "b" {c} \\ ~ '],
  ])('of %s is accepted', async (_kind, key) => {
    expect((await send('a', key)).status).toBe(200)
    expect((await send('a', key)).replayed).toBe(true)
    await records().deleteMany({})
  })

  it('has no effect on reads', async () => {
    const before = await records().countDocuments()
    const key = newKey()
    const answers = [
      await one.send(getCounter, { params, actor, idempotency_key: key }),
      await one.send(getCounter, { params, actor, idempotency_key: key }),
    ]

    expect(answers.map(({ status, replayed }) => ({ status, replayed }))).toEqual(Array(2).fill({ status: 200, replayed: false }))
    expect(await records().countDocuments()).toBe(before)
  })

  it('is optional: without one every request takes effect', async () => {
    const before = await records().countDocuments()
    await send('a', undefined)
    await send('a', undefined)

    expect(await marks()).toEqual(['a', 'a'])
    expect(await records().countDocuments()).toBe(before)
  })
})

describe('the same request repeated', () => {
  it('gets the same status, bytes and ETag, and has no second effect', async () => {
    const key = newKey()
    const first = await send('a', key)
    await send('b', undefined)

    const again = await Promise.all(Array.from({ length: 6 }, () => send('a', key)))

    expect(first).toMatchObject({ status: 200, etag: '"2"', replayed: false })
    for (const answer of again) expect(brief(answer)).toEqual({ ...brief(first), replayed: true })
    expect(await marks()).toEqual(['a', 'b'])
    expect(runs()).toBe(2)
  })

  it('gets the request id of the first one in its body', async () => {
    const key = newKey()
    const refused = await send('a', key, { body: { refuse: 'not_allowed' } })
    const again = await send('a', key, { body: { refuse: 'not_allowed' } })

    expect(again.body.request_id).toBe(refused.body.request_id)
  })

  it('creates one record with one id', async () => {
    const key = newKey()
    const create = () => one.send(createCounter, { body: { owner: 'ann' }, actor, idempotency_key: key })
    const [first, second] = [await create(), await create()]

    expect(brief(second)).toEqual({ ...brief(first), replayed: true })
    expect(await one.deps.counters.countDocuments()).toBe(2)
  })

  it('may have its query parameters in a different order', async () => {
    const key = newKey()
    await send('a', key, { query: 'a=1&b=2' })

    expect(await send('a', key, { query: 'b=2&a=1' })).toMatchObject({ status: 200, replayed: true })
  })

  it('by a retry of the gateway itself is not marked as replayed', async () => {
    const [key, http_id] = [newKey(), newKey()]
    const first = await send('a', key, { http_id })
    const retried = await send('a', key, { http_id })

    expect(brief(retried)).toEqual(brief(first))
    expect(await marks()).toEqual(['a'])
  })
})

describe('a rejection while another run may be in progress', () => {
  it('is stored only if it was recorded; otherwise the other run may still be carried out', async () => {
    const [alone, contested, recorded] = [newKey(), newKey(), newKey()]
    const outright = { refuse: 'not_allowed' } // before the aggregate is read

    expect(await send('a', alone, { body: outright })).toMatchObject({ status: 400, settled: true })
    expect(await send('a', contested, { body: outright, contested: true })).toMatchObject({ status: 400, settled: false })
    expect(await send('a', recorded, { body: { below: 0 }, contested: true })).toMatchObject({ status: 400, settled: true })

    const kept = async (key: string, body: object) => (await send('a', key, { body })).replayed
    expect([await kept(alone, outright), await kept(contested, outright), await kept(recorded, { below: 0 })]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('for now is not final for later repeats, however often it was returned', async () => {
    const key = newKey()
    const body = { below: 1, for_now: true }
    await send('z', newKey())
    for (const time of [1, 2, 3]) expect([time, await send('a', key, { body })]).toMatchObject([time, { status: 409 }])
    const http_id = newKey()
    expect(await send('a', key, { body, http_id })).toMatchObject({ status: 409, settled: true })

    await one.deps.counters.updateOne({ _id: params.id }, { $set: { marks: [] }, $inc: { revision: 1 } })
    expect((await send('a', key, { body, http_id, attempt: 2 })).status).toBe(409) // the answer that its client was given
    const replies = [await send('a', key, { body }), await send('a', key, { body })]
    expect(replies.map(({ status, replayed }) => [status, replayed])).toEqual([
      [200, false],
      [200, true],
    ])
    expect(await marks()).toEqual(['a'])
  })

  it('of a run that resumes late is not returned to later requests', async () => {
    const key = newKey()
    const body = { below: 1, for_now: true }
    await send('z', newKey())
    const held = holdRuns(one.deps, two.deps)
    const frozen = send('a', key, { body })
    await begun(2)
    held.leave()
    await lapseLeases()
    expect(await send('a', key, { body })).toMatchObject({ status: 409, settled: true })
    await lapseLeases()

    const later = holdRuns(one.deps, two.deps)
    const last = send('a', key, { body })
    await begun(4)
    await one.deps.counters.deleteOne({ _id: params.id })
    held.open()
    expect((await frozen).status).toBe(404)
    await one.deps.counters.insertOne(toDocument(aCounter(params)))
    later.open()
    expect(await last).toMatchObject({ status: 200, replayed: false })
    expect(await marks()).toEqual(['a'])
  })

  it('is recorded by the request that takes over from a run that never ended', async () => {
    const key = newKey()
    const body = { below: 0 }
    await records().deleteMany({})
    await send('a', key, { body })
    await records().updateOne({}, { $unset: { answer: '' }, $set: { lease_until: new Date(0) } })

    expect(await send('a', key, { body })).toMatchObject({ status: 400, settled: true, replayed: false })
    expect((await one.deps.counters.findOne({ _id: params.id }))!.recent_ops).toMatchObject([{ refused: true }])
  })
})

describe('a different request with the same key', () => {
  it.each([
    ['body', { body: { below: 7 } }],
    ['path', { params: { id: 'ctr_2' } }],
    ['query', { query: 'a=1' }],
  ])('with a different %s is rejected with 422', async (_kind, options) => {
    const key = newKey()
    const actor = { ...guest(), customer_id: 'cus_1' }
    await send('a', key, { actor })

    const { status, body } = await send('a', key, { ...options, actor })

    expect({ status, type: body.type, code: body.code }).toEqual({
      status: 422,
      type: 'idempotency_error',
      code: 'idempotency_key_reused',
    })
    expect(await marks()).toEqual(['a'])
  })

  it('with different white space in its body is rejected with 422', async () => {
    const key = newKey()
    await send('a', key)

    expect((await one.send(mark, { params, actor, body: Buffer.from('{ "mark":"a"}'), idempotency_key: key })).status).toBe(422)
  })

  it('to another operation is rejected with 422', async () => {
    const key = newKey()
    await send('a', key)

    expect((await one.send(issue, { params, actor, body: { mark: 'a' }, idempotency_key: key })).status).toBe(422)
  })

  it('of another actor is independent', async () => {
    const key = newKey()
    const actors = [
      guest('pk_1'),
      guest('pk_2'),
      { ...guest('pk_1'), customer_id: 'cus_1' },
      { ...guest('pk_1'), customer_id: 'cus_2' },
    ]
    const answers = await Promise.all(actors.map((actor, index) => send(`m${index}`, key, { actor })))

    expect(answers.map(({ status, replayed }) => ({ status, replayed }))).toEqual(Array(4).fill({ status: 200, replayed: false }))
    expect(await marks()).toHaveLength(4)
  })
})

describe('a guest', () => {
  const create = (owner: string, idempotency_key: string, client: string, actor: Actor = guest()) =>
    one.send(createCounter, { body: { owner }, actor, idempotency_key, client })

  it('is distinguished from other guests by the record in the path, however short the key', async () => {
    const other = `ctr_${randomBytes(6).toString('hex')}`
    await one.deps.counters.insertOne(toDocument(aCounter({ id: other })))

    const first = await send('a', '1')
    const stranger = await send('b', '1', { params: { id: other } })

    expect([first, stranger].map(({ status, replayed }) => ({ status, replayed }))).toEqual(
      Array(2).fill({ status: 200, replayed: false }),
    )
    expect((await send('a', '1')).replayed).toBe(true)
    expect((await one.send(issue, { params, actor, body: { mark: 'a' }, idempotency_key: '1' })).status).toBe(422)
  })

  it('who creates something needs a key that cannot be guessed', async () => {
    const { status, body } = await create('ann', 'k'.repeat(15), '192.0.2.1')

    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 400,
      code: 'idempotency_key_invalid',
      message: 'Idempotency-Key of a guest must be random and have at least 16 characters',
    })
    expect((await create('ann', '1', '192.0.2.1', { ...guest(), customer_id: 'cus_7' } as Actor)).status).toBe(201)
  })

  it('who creates something never gets what a stranger created with the same key', async () => {
    const key = newKey()

    const first = await create('ann', key, '192.0.2.1')
    const again = await create('ann', key, '192.0.2.1')
    const strangers = [await create('ann', key, '192.0.2.2'), await create('bob', key, '192.0.2.3')]

    expect(brief(again)).toEqual({ ...brief(first), replayed: true })
    expect(strangers.map(({ status, replayed }) => ({ status, replayed }))).toEqual(
      Array(2).fill({ status: 201, replayed: false }),
    )
    expect(new Set([first, ...strangers].map(({ body }) => body.counter.id)).size).toBe(3)
  })
})

describe('while the first request is running', () => {
  it('a repeat is rejected with 409 and Retry-After', async () => {
    const key = newKey()
    const { open } = holdRuns(one.deps, two.deps)
    const running = send('a', key)
    await begun(1)

    const { status, body: refused, retry_after } = await send('a', key)
    open()

    expect({ status, code: refused.code, retry_after }).toEqual({ status: 409, code: 'idempotency_key_in_use', retry_after: '1' })
    expect(brief(await running)).toMatchObject({ status: 200, replayed: false })
    expect(await send('a', key)).toMatchObject({ status: 200, replayed: true })
  })

  it('a retry of the gateway itself takes over under the same op-id: one effect, one answer', async () => {
    const [key, http_id] = [newKey(), newKey()]
    const { open } = holdRuns(one.deps, two.deps)
    const running = send('a', key, { http_id })
    await begun(1)
    const retrying = send('a', key, { http_id, attempt: 2 })
    await begun(2)
    open()
    const [first, retried] = [await running, await retrying]

    expect(brief(retried)).toEqual(brief(first))
    expect(first.status).toBe(200)
    expect(await marks()).toEqual(['a'])
    expect(runs()).toBe(2)
    expect(brief(await send('a', key))).toEqual({ ...brief(first), replayed: true })
  })

  it('64 concurrent repeats have one effect, and all that succeed get the same bytes', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        (index % 2 ? one : two).send(mark, { params, actor, body: { mark: 'a', slow_ms: 30 }, idempotency_key: key }),
      ),
    )

    const done = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'idempotency_key_in_use')).toHaveLength(
      64 - done.length,
    )
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await marks()).toEqual(['a'])
    expect(runs()).toBe(1)
  })

  it('200 keys sent three times each have 200 effects', async () => {
    const keys = Array.from({ length: 200 }, newKey)
    const counters = Array.from({ length: 25 }, (_, index) => toDocument(aCounter({ id: `ctr_x${index}` })))
    await one.deps.counters.insertMany(counters)
    const sendTo = (index: number) =>
      one.send(mark, { params: { id: `ctr_x${index % 25}` }, actor, body: { mark: keys[index]! }, idempotency_key: keys[index]! })

    const answers: { index: number; status: number; text: string }[] = []
    for (let at = 0; at < 200; at += 50) {
      const indexes = Array.from({ length: 150 }, (_, n) => at + (n % 50))
      answers.push(...(await Promise.all(indexes.map(async (index) => ({ index, ...(await sendTo(index)) })))))
    }

    for (const { status } of answers) expect([200, 409]).toContain(status)
    for (const index of keys.keys()) {
      const bodies = answers.filter((answer) => answer.index === index && answer.status === 200).map(({ text }) => text)
      expect(new Set(bodies).size).toBe(1)
    }
    const all = (await one.deps.counters.find({ _id: /^ctr_x/ }).toArray()).flatMap((counter) => counter.marks)
    expect([...all].sort()).toEqual([...keys].sort())
  })
})

describe('stored answers', () => {
  it.each([['400 not_allowed', 'not_allowed', 400]])('include a %s of the handler', async (_kind, refuse, status) => {
    const key = newKey()
    const first = await send('a', key, { body: { refuse } })
    const again = await send('a', key, { body: { refuse } })

    expect(first.status).toBe(status)
    expect(brief(again)).toEqual({ ...brief(first), replayed: true })
    expect(runs()).toBe(1)
  })

  it('include a 404 of the handler, even if the record is created later', async () => {
    const key = newKey()
    const toNobody = () => send('a', key, { params: { id: 'ctr_later' } })
    const first = await toNobody()
    await one.deps.counters.insertOne(toDocument(aCounter({ id: 'ctr_later' })))

    expect(first.status).toBe(404)
    expect(brief(await toNobody())).toEqual({ ...brief(first), replayed: true })
  })

  it('do not include validation errors', async () => {
    const key = newKey()
    const wrong = await one.send(mark, { params, actor, body: { mark: 5 }, idempotency_key: key })
    const right = await send('a', key)

    expect([wrong.status, right.status]).toEqual([400, 200])
    expect(right.replayed).toBe(false)
  })

  it.each([
    ['unauthorized', 401],
    ['rate_limited', 429],
  ])('do not include %s: the key is free again', async (refuse, status) => {
    const key = newKey()
    const first = await send('a', key, { body: { refuse } })
    const right = await send('a', key)

    expect([first.status, right.status, right.replayed]).toEqual([status, 200, false])
  })

  it.each([
    ['overloaded', 503],
    ['unexpected', 500],
    ['conflict', 409],
  ])('do not include %s: the next request runs again at once under the same op-id', async (refuse, status) => {
    const key = newKey()
    const body = { refuse }
    const first = await send('a', key, { body })
    const before = await records().findOne({ 'answer.status': { $exists: false }, runs: 1, lease_until: new Date(0) })
    const second = await send('a', key, { body })
    const after = await records().findOne({ _id: before!._id })

    expect([first.status, second.status, second.replayed]).toEqual([status, status, false])
    expect(after).toMatchObject({ op_id: before!.op_id, runs: 2 })
    expect(runs()).toBe(2)
    await records().deleteOne({ _id: before!._id })
  })

  it('expire after 24 hours', async () => {
    const [index] = (await records().indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
    await send('a', newKey())
    const record = await records().findOne({ answer: { $exists: true } })

    expect(index).toMatchObject({ key: { created_at: 1 }, expireAfterSeconds: 86_400 })
    expect(record!.created_at).toBeInstanceOf(Date)
  })

  it('are kept from the answer on, and a record without one from its latest run, not from the first', async () => {
    const [key, start, created_at] = [newKey(), new Date(), new Date(Date.now() - 23 * 3600_000)]
    await records().deleteMany({})
    const makeOld = () => records().updateOne({}, { $set: { created_at } })
    const since = async () => (await records().findOne())!.created_at.getTime()
    await send('a', key, { body: { refuse: 'overloaded' } })
    await makeOld()
    const { open } = holdRuns(one.deps, two.deps)

    const running = send('a', key, { body: { refuse: 'overloaded' } })
    await begun(2)
    expect(await since()).toBeGreaterThanOrEqual(start.getTime())
    open()
    await running

    const answered = newKey()
    await records().deleteMany({})
    const held = holdRuns(one.deps, two.deps)
    const last = send('a', answered)
    await begun(3)
    await makeOld()
    held.open()
    expect((await last).status).toBe(200)
    expect(await since()).toBeGreaterThanOrEqual(start.getTime())
  })

  it('contain neither key nor body nor actor in plain text', async () => {
    const key = newKey()
    await send('told-nobody', key)
    const all = JSON.stringify(await records().find().project({ answer: 0 }).toArray())

    expect(all).not.toContain(key)
    expect(all).not.toContain('told-nobody')
    expect(all).not.toContain('pk_1')
  })
})

describe('a long response body', () => {
  const body = { padding: 70_000 }

  it('above 64 KiB is not stored but rebuilt from the state, without a second effect', async () => {
    const key = newKey()
    const first = await send('a', key, { body })
    const record = await records().findOne({ 'answer.status': 200, 'answer.body': { $exists: false } })
    const again = await send('a', key, { body })

    expect(record).not.toBeNull()
    expect(brief(again)).toEqual({ ...brief(first), replayed: true })
    expect(await marks()).toEqual(['a'])
    expect(runs()).toBe(2)
  })

  it('above 64 KiB is answered with 409 when the state no longer shows that the operation was carried out', async () => {
    const key = newKey()
    await send('a', key, { body })
    await one.deps.counters.updateOne({ _id: params.id }, { $set: { recent_ops: [] }, $inc: { revision: 1 } })
    for (const replica of [one, two])
      await replica.deps.aggregates.execute(params.id, { ...aRefusedCommand }).catch(() => undefined)

    const again = await send('a', key, { body })

    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'already_executed' })
    expect(await marks()).toEqual(['a'])
  })

  it('of exactly 64 KiB is stored', async () => {
    const key = newKey()
    const length = (await send('probe', undefined, { body: { padding: 1 } })).text.length
    await one.deps.counters.updateOne({ _id: params.id }, { $set: { marks: [] }, $inc: { revision: 1 } })
    await send('exact', key, { body: { padding: 64 * 1024 - length + 1 } })

    const kept = await records().findOne({ 'answer.body': { $exists: true } }, { sort: { created_at: -1 } })
    expect(kept!.answer!.body!.length).toBe(64 * 1024)
  })
})

describe('the hourly storage budget of 16 MiB for response bodies', () => {
  const others = { actor: { ...guest(), customer_id: 'cus_much' } as Actor }
  const padded = (key: string, options: object) =>
    one.send(mark, {
      params,
      body: { mark: key, padding: 55_000 },
      idempotency_key: key,
      replica: one.id,
      ...patient(),
      ...options,
    })

  it('makes further long answers be rebuilt from the state; short ones and those of other clients are stored', async () => {
    const keys = Array.from({ length: 320 }, newKey)
    for (const key of keys) expect((await padded(key, others)).status).toBe(200)
    const last = keys.at(-1)!

    const again = await padded(last, others)

    expect([again.status, again.replayed, again.body.counter.marks.at(-1)]).toEqual([200, true, last])
    const bodies = { 'answer.body': { $exists: true } }
    const isKept = async (options: object, padding: number) => {
      const before = await records().countDocuments(bodies)
      const key = newKey()
      await one.send(mark, { params, body: { mark: key, padding }, idempotency_key: key, replica: one.id, ...options })
      return (await records().countDocuments(bodies)) > before
    }
    const someone = { actor: { ...guest(), customer_id: 'cus_other' } as Actor }
    expect([await isKept(others, 50_000), await isKept(others, 1), await isKept(someone, 50_000)]).toEqual([false, true, true])
  })

  it('is shared by all guests of one network, and does not apply to administrators', () => {
    const mayKeep = createKeptBudget()
    const much = (actor: Actor, client?: string) => [MAX_KEPT_PER_HOUR, 5000].map((bytes) => mayKeep({ actor, client }, bytes))
    expect(much(guest(), '192.0.2.1')).toEqual([true, false])
    expect(mayKeep({ actor: guest(), client: '192.0.2.1' }, 4096)).toBe(true)
    expect(much(guest(), '192.0.2.2')).toEqual([true, false])
    expect(much({ type: 'user', id: 'user_1', identity_id: 'authid_1' })).toEqual([true, true])
  })
})

describe('an operation whose answer contains credentials', () => {
  const issueOnce = (key: string, body = {}) =>
    one.send(issue, { params, actor, body: { mark: 'a', ...body }, idempotency_key: key })

  it('stores none of them and answers 409 to a repeat', async () => {
    const key = newKey()
    const before = (await records().find().toArray()).map(({ _id }) => _id)
    const first = await issueOnce(key)
    const again = await issueOnce(key)

    expect(first.status).toBe(200)
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'already_executed' })
    expect(await marks()).toEqual(['a'])
    const [own] = await records()
      .find({ _id: { $nin: before } })
      .toArray()
    expect(own!.answer).toMatchObject({ status: 200 })
    expect(own!.answer).not.toHaveProperty('body')
  })

  it('answers a retry of the gateway itself from the state, as the client has never seen the first answer', async () => {
    const [key, http_id] = [newKey(), newKey()]
    const request = { params, actor, body: { mark: 'a' }, idempotency_key: key, http_id }
    const lost = await one.send(issue, request)
    const retried = await two.send(issue, request)

    expect(brief(retried)).toEqual({ ...brief(lost), status: 200, replayed: false })
    expect(await marks()).toEqual(['a'])
    expect((await issueOnce(key)).body.code).toBe('already_executed')
    expect(await records().countDocuments({ http_id, 'answer.body': { $exists: true } })).toBe(0)
  })

  it('stores nothing from which a guess of the body could be verified', async () => {
    const fingerprints = []
    for (const mark of ['a', 'b']) {
      const before = (await records().find().toArray()).map(({ _id }) => _id)
      await issueOnce(newKey(), { mark })
      fingerprints.push((await records().findOne({ _id: { $nin: before } }))!.fingerprint)
    }

    expect(fingerprints[0]).toBe(fingerprints[1])
  })

  it('ignores the key where a repeat does no harm', async () => {
    const before = await records().countDocuments()
    const answers = [await one.send(peek, { params, actor, idempotency_key: 'clé' })]
    answers.push(await one.send(peek, { params, actor, idempotency_key: 'clé' }))

    expect(answers.map(({ status, replayed }) => ({ status, replayed }))).toEqual(Array(2).fill({ status: 200, replayed: false }))
    expect(await records().countDocuments()).toBe(before)
  })

  it('replays a rejection, which contains no credentials', async () => {
    const key = newKey()
    const first = await issueOnce(key, { refuse: 'not_allowed' })

    expect(brief(await issueOnce(key, { refuse: 'not_allowed' }))).toEqual({ ...brief(first), replayed: true })
  })
})

describe('a crash', () => {
  /** From here on MongoDB rejects storing an answer: the run ends as if its process had died before that. */
  const loseAnswers = () =>
    one.db.command({ collMod: 'idempotency', validator: { answer: { $exists: false } }, validationAction: 'error' })
  const keepAnswers = () => one.db.command({ collMod: 'idempotency', validator: {} })
  afterEach(keepAnswers)

  it('between applying and answering: a retry of the gateway is answered from the state', async () => {
    const [key, http_id] = [newKey(), newKey()]
    await loseAnswers()
    const lost = await send('a', key, { http_id })
    await keepAnswers()

    const retried = await send('a', key, { http_id, attempt: 2 })

    expect([lost.status, retried.status, retried.etag]).toEqual([500, 200, '"2"'])
    expect(await marks()).toEqual(['a'])
    expect(brief(await send('a', key))).toEqual({ ...brief(retried), replayed: true })
  })

  it('between applying and answering: a repeat of the client succeeds once the lease has expired', async () => {
    const key = newKey()
    const deadline = Date.now() + 20_000
    await loseAnswers()
    const lost = await send('a', key, { deadline })
    await keepAnswers()
    expect(lost, lost.failure).toMatchObject({ status: 500 })
    expect(await records().countDocuments({ lease_until: new Date(deadline + 1000) })).toBe(1)

    const meanwhile = await send('a', key)
    await lapseLeases()
    const later = await send('a', key)

    expect([meanwhile.status, later.status, later.etag]).toEqual([409, 200, '"2"'])
    expect(await marks()).toEqual(['a'])
    expect(brief(await send('a', key))).toEqual({ ...brief(later), replayed: true })
  })

  it('of a create: the repeat returns the id of the first run', async () => {
    const [key, http_id] = [newKey(), newKey()]
    const create = () => one.send(createCounter, { body: { owner: 'ann' }, actor, idempotency_key: key, http_id })
    await loseAnswers()
    await create()
    await keepAnswers()

    const [repeat, again] = [await create(), await create()]

    expect(repeat.status).toBe(201)
    expect(again.text).toBe(repeat.text)
    expect(await one.deps.counters.countDocuments()).toBe(2)
  })

  it('in the handler after its write: a retry under the same op-id finds the effect', async () => {
    const [key, http_id] = [newKey(), newKey()]
    const body = { crash_after: true }
    const died = await send('a', key, { body, http_id })
    const retried = await send('a', key, { body, http_id, attempt: 2 })

    expect([died.status, retried.status]).toEqual([500, 200])
    expect(await marks()).toEqual(['a'])
  })

  it('of a frozen run that resumes after another took over: both return the same answer', async () => {
    const key = newKey()
    const { leave, open } = holdRuns(one.deps, two.deps)
    const frozen = send('a', key)
    await begun(1)
    await lapseLeases()
    leave()
    const later = await send('a', key)
    open()
    const woken = await frozen

    expect(later.status).toBe(200)
    expect([200, 504]).toContain(woken.status)
    if (woken.status === 200) expect(woken.text).toBe(later.text)
    expect(await marks()).toEqual(['a'])
    expect(brief(await send('a', key)).text).toBe(later.text)
  })
})

const aRefusedCommand = {
  op: { text: '', bytes: randomBytes(16), at: 0 },
  deadline: Date.now() + 600_000,
  missing: () => new Error('none') as never,
  decide: (): { state: Counter } => {
    throw new Error('only to forget the state seen last')
  },
}
