import { expect, it, vi } from 'vitest'
import { createLogger } from '../src/observability/logger.ts'
import { finishLeft, leftWork } from '../src/process/finish-left.ts'

const HOUR_MS = 3_600_000
interface Left {
  n: number
  at: number
  fails: boolean
}

/** Work that was begun long ago, of which the first items always fail; `once` looks through it once. */
async function look({ all, failing, postponed = true }: { all: number; failing: number; postponed?: boolean }) {
  const now = Date.now()
  let left: Left[] = Array.from({ length: all }, (_, n) => ({ n, at: now - HOUR_MS + n, fails: n < failing }))
  const work = leftWork<Left>(
    async (before, limit) => left.filter(({ at }) => at < before).slice(0, limit),
    async ({ n, fails }) => {
      if (fails) throw new Error('fails')
      left = left.filter((one) => one.n !== n)
    },
    postponed
      ? async ({ n }) => {
          left = left.map((one) => (one.n === n ? { ...one, at: Date.now() } : one)).toSorted((a, b) => a.at - b.at)
        }
      : undefined,
  )
  const once = async () => {
    const running = finishLeft([work], { logger: createLogger('test', 'silent'), problem: 'left', firstAfterMs: 0 })
    await running.first
    await running.stop()
    return left.length
  }
  return { once }
}

it('finishes everything in one look, skipping items that fail', async () => {
  expect(await (await look({ all: 350, failing: 0 })).once()).toBe(0)
  expect(await (await look({ all: 350, failing: 50 })).once()).toBe(50)
})

it('stops a look when a whole batch fails, and continues with the next look', async () => {
  const { once } = await look({ all: 350, failing: 120 })
  expect([await once(), await once(), await once()]).toEqual([350, 120, 120])
})

it('does one batch per look when items cannot be postponed', async () => {
  const { once } = await look({ all: 250, failing: 0, postponed: false })
  expect([await once(), await once(), await once()]).toEqual([150, 50, 0])
})

it('different kinds of work do not wait for each other, whether they hang or fail', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const done: string[] = []
  const one = (name: string, finish: () => Promise<unknown>) =>
    leftWork<string>(
      async () => [name],
      async (left) => {
        await finish()
        done.push(left)
      },
    )
  const unreadable = leftWork<string>(
    () => Promise.reject(new Error('fails')),
    async () => {},
  )
  const works = [one('held up', () => answered), unreadable, one('other', async () => {})]
  const running = finishLeft(works, { logger: createLogger('test', 'silent'), problem: 'left', firstAfterMs: 0 })

  await expect.poll(() => done).toEqual(['other'])
  answer()
  await running.first
  await running.stop()
  expect(done).toEqual(['other', 'held up'])
})

it('logs nothing about a look that fails because the process is stopping', async () => {
  const logger = createLogger('test', 'silent')
  const warned = vi.spyOn(logger, 'warn')
  let close = (_error: Error) => {}
  const work = leftWork<string>(
    () =>
      new Promise((_resolve, reject) => {
        close = reject
      }),
    async () => {},
  )
  const list = vi.spyOn(work, 'look')
  const running = finishLeft([work], { logger, problem: 'left', firstAfterMs: 0 })
  await expect.poll(() => list.mock.calls.length).toBe(1)

  const stopped = running.stop()
  close(new Error('closed'))
  await stopped
  expect(warned).not.toHaveBeenCalled()
})
