import { expect, it } from 'vitest'
import { takeWork, type Work } from '../src/records/taken-work.ts'

interface Counted extends Work {
  count: number
}

/** A store of one piece of work. */
function storeOf(record: Counted) {
  const kept = { record }
  const update = async (_id: string, _command: unknown, next: (present: Counted) => unknown) => {
    kept.record = (await next(kept.record)) as Counted
    return { record: kept.record, revision: 1 }
  }
  return { kept, store: { update } as never }
}
const free = { status: 'running', taken_until: 0, count: 0 }
const take = (store: never, work: Parameters<typeof takeWork<Counted>>[1], signal = new AbortController().signal) =>
  takeWork<Counted>({ store, id: 'work_1', signal }, work)

it('a replica that is working holds the work, and records its progress', async () => {
  const { kept, store } = storeOf(free)
  const went = await take(store, async (write) => {
    expect(await take(store, () => expect.fail('taken twice'))).toBe(false)
    return write(({ count }) => ({ count: count + 1 }))
  })

  expect(went).toBe(true)
  expect(kept.record.count).toBe(1)
  expect(kept.record.taken_until).toBeGreaterThan(Date.now())
})

it('others may go on at once when it is stopped', async () => {
  const { kept, store } = storeOf(free)
  const stopping = new AbortController()
  await take(
    store,
    async (write) => {
      stopping.abort()
      return write(() => ({}))
    },
    stopping.signal,
  )

  expect(kept.record.taken_until).toBe(0)
})

it('others may go on ten seconds after it failed', async () => {
  const { kept, store } = storeOf(free)
  const before = Date.now()
  await expect(take(store, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(kept.record.taken_until).toBeGreaterThanOrEqual(before + 10_000)
  expect(kept.record.taken_until).toBeLessThanOrEqual(Date.now() + 10_001)
})

it('what another one has taken meanwhile stays taken when it fails late', async () => {
  const { kept, store } = storeOf(free)
  const until = Date.now() + 1_000_000
  const failing = take(store, async () => {
    kept.record = { ...kept.record, taken_until: until }
    throw new Error('late')
  })

  await expect(failing).rejects.toThrow('late')
  expect(kept.record.taken_until).toBe(until)
})

it('what is done stays done when it is stopped', async () => {
  const { kept, store } = storeOf(free)
  const stopping = new AbortController()
  const work = take(
    store,
    async (write) => {
      const went = await write(() => ({ status: 'done' }), { freeAt: 0 })
      stopping.abort()
      return went
    },
    stopping.signal,
  )

  expect(await work).toBe(true)
  expect(kept.record.status).toBe('done')
})
