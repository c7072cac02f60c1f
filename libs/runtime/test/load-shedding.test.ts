import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoadShedding, type LoadShedding } from '../src/server/load-shedding.ts'

const TIME_MS = 5000
const busy = { ms: 0 }
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const anAdmission = (options = {}) => createLoadShedding({ running: 64, queued: 256, busyMs: () => busy.ms, ...options })
const ask = ({ admit }: LoadShedding, timeMs = TIME_MS) => admit(Date.now() + timeMs)

/** Sends this many requests concurrently; those that are rejected are known at once. */
async function flood(admission: LoadShedding, count = 1000) {
  const begun: (() => void)[] = []
  const refused: unknown[] = []
  for (let n = 0; n < count; n++)
    ask(admission).then(
      (release) => void begun.push(release),
      (error) => void refused.push(error),
    )
  await vi.advanceTimersByTimeAsync(0)
  return { begun, refused }
}

/** Serves requests one after another that each keep the event loop busy for this long. */
async function serve(admission: LoadShedding, count: number, costMs: number) {
  for (let n = 0; n < count; n++) {
    const release = await ask(admission)
    busy.ms += costMs
    release()
  }
}

describe('requests', () => {
  it('run, then wait, then are rejected when running and waiting places are taken', async () => {
    const admission = anAdmission({ running: 2, queued: 3 })
    const { begun, refused } = await flood(admission, 7)

    expect(begun).toHaveLength(2)
    expect(admission).toMatchObject({ running: 2, queued: 3 })
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ kind: 'overloaded', status: 503, retry_after: 1 })
  })

  it('get their turn in order when a place becomes free', async () => {
    const admission = anAdmission({ running: 1 })
    const turns: string[] = []
    const first = await ask(admission)
    const others = ['second', 'third'].map(async (name) => {
      const release = await ask(admission)
      turns.push(name)
      release()
    })

    expect(turns).toEqual([])
    first()
    await Promise.all(others)

    expect(turns).toEqual(['second', 'third'])
    expect(admission).toMatchObject({ running: 0, queued: 0 })
  })

  it('are rejected after two fifths of their time when the requests ahead have cost too much by then', async () => {
    const admission = anAdmission({ running: 4 })
    const { refused } = await flood(admission, 24)

    busy.ms += 2000
    await vi.advanceTimersByTimeAsync(1999)
    expect(refused).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)

    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]).toMatchObject({ kind: 'overloaded' })
    expect(admission.queued).toBe(20 - refused.length)
    expect(admission.queued).toBeGreaterThan(0)
  })

  it('are rejected after four fifths of their time when the requests ahead are merely waiting', async () => {
    const admission = anAdmission({ running: 1 })
    await ask(admission)
    const told = vi.fn()
    ask(admission).catch(told)

    await vi.advanceTimersByTimeAsync(3999)
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(told).toHaveBeenCalledWith(expect.objectContaining({ kind: 'overloaded' }))
    expect(admission.queued).toBe(0)
  })

  it('are rejected at once when the requests ahead will take too much of their time', async () => {
    const admission = anAdmission()
    await serve(admission, 100, 10)
    const { begun } = await flood(admission, 60)

    expect(begun.length + admission.queued).toBe(60)
    await expect(ask(admission, 1000)).rejects.toMatchObject({ kind: 'overloaded' })
    void ask(admission, 2000)
    expect(admission.queued).toBe(61 - begun.length)
  })
})

describe('a replica', () => {
  it('starts optimistically, with the maximum numbers of running and waiting requests', async () => {
    const admission = anAdmission()
    const { begun, refused } = await flood(admission)

    expect(begun).toHaveLength(64)
    expect(admission.queued).toBe(256)
    expect(refused).toHaveLength(1000 - 64 - 256)
  })

  it('queues what it can answer in time at the observed cost, and runs half a second of that at once', async () => {
    const admission = anAdmission()
    await serve(admission, 200, 25)
    const { begun } = await flood(admission)

    expect(begun).toHaveLength(20)
    expect(admission.running + admission.queued).toBe(80)
  })

  it('adapts within a few requests when they become more expensive, and again when they become cheaper', async () => {
    const admission = anAdmission()
    await serve(admission, 16, 50)
    const dear = await flood(admission)
    expect(dear.begun.length + admission.queued).toBeLessThan(100)

    while (admission.running > 0) {
      for (const release of dear.begun.splice(0)) release()
      await vi.advanceTimersByTimeAsync(0)
    }
    await serve(admission, 100, 2)
    expect((await flood(admission)).begun).toHaveLength(64)
  })

  it('takes current work into account before any request has ended', async () => {
    const admission = anAdmission()
    const { begun } = await flood(admission, 40)
    expect(begun).toHaveLength(40)

    busy.ms += 40 * 5
    await flood(admission, 24)
    expect(admission).toMatchObject({ running: 64, queued: 0 })

    busy.ms += 2000
    await flood(admission)
    expect(admission.running + admission.queued).toBeLessThan(75)
  })

  it('does not count time that requests only waited, nor its own work while idle', async () => {
    const admission = anAdmission()
    const { begun } = await flood(admission, 64)
    await vi.advanceTimersByTimeAsync(TIME_MS)
    for (const release of begun) release()
    busy.ms += 60_000

    expect((await flood(admission)).begun).toHaveLength(64)
    expect(admission.queued).toBe(256)
  })

  it('runs four at once, whatever they cost', async () => {
    const admission = anAdmission()
    await serve(admission, 100, 10_000)

    expect(await flood(admission)).toMatchObject({ begun: { length: 4 }, refused: { length: 996 } })
  })

  it('starts several when one ends and requests turn out to be cheaper', async () => {
    const admission = anAdmission()
    await serve(admission, 200, 20)
    const { begun } = await flood(admission, 90)
    expect(begun).toHaveLength(25)

    for (const release of begun.splice(0)) release()

    expect(admission.running).toBeGreaterThan(40)
  })
})
