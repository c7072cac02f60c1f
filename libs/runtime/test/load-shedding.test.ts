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

/** So many ask at the same time, and wait at the most; which were refused is known at once. */
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

/** Requests that keep the loop busy for so long, one after the other. */
async function serve(admission: LoadShedding, count: number, costMs: number) {
  for (let n = 0; n < count; n++) {
    const release = await ask(admission)
    busy.ms += costMs
    release()
  }
}

describe('what is asked for', () => {
  it('runs, then waits, then is refused, as many as may', async () => {
    const admission = anAdmission({ running: 2, queued: 3 })
    const { begun, refused } = await flood(admission, 7)

    expect(begun).toHaveLength(2)
    expect(admission).toMatchObject({ running: 2, queued: 3 })
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ kind: 'overloaded', status: 503, retry_after: 1 })
  })

  it('has its turn when a place is given back, in order', async () => {
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

  it('is refused after two fifths of its time, when those before it have cost too much by then', async () => {
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

  it('is refused after four fifths of its time, when those before it only wait for something', async () => {
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

  it('is refused at once when those before it take too much of its own time', async () => {
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
  it('hopes at first: it lets as much run and wait as it ever does', async () => {
    const admission = anAdmission()
    const { begun, refused } = await flood(admission)

    expect(begun).toHaveLength(64)
    expect(admission.queued).toBe(256)
    expect(refused).toHaveLength(1000 - 64 - 256)
  })

  it('takes what it can answer well within the time, going by what requests cost, and half a second of that at once', async () => {
    const admission = anAdmission()
    await serve(admission, 200, 25)
    const { begun } = await flood(admission)

    expect(begun).toHaveLength(20)
    expect(admission.running + admission.queued).toBe(80)
  })

  it('has learned after a few requests that they cost more, and later that they cost less', async () => {
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

  it('counts what is being spent before anything has ended', async () => {
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

  it('thinks no worse of requests that only waited, nor of its own work while nobody asked', async () => {
    const admission = anAdmission()
    const { begun } = await flood(admission, 64)
    await vi.advanceTimersByTimeAsync(TIME_MS)
    for (const release of begun) release()
    busy.ms += 60_000

    expect((await flood(admission)).begun).toHaveLength(64)
    expect(admission.queued).toBe(256)
  })

  it('serves four at once, whatever they cost', async () => {
    const admission = anAdmission()
    await serve(admission, 100, 10_000)

    expect(await flood(admission)).toMatchObject({ begun: { length: 4 }, refused: { length: 996 } })
  })

  it('begins several when one has ended, where requests turn out to cost less', async () => {
    const admission = anAdmission()
    await serve(admission, 200, 20)
    const { begun } = await flood(admission, 90)
    expect(begun).toHaveLength(25)

    for (const release of begun.splice(0)) release()

    expect(admission.running).toBeGreaterThan(40)
  })
})
