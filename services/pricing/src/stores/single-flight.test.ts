import { describe, expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

/** Reads that end on command; each resolves to its number. */
function controlled() {
  const started: { deadline: number; end: (error?: Error) => void }[] = []
  const shared = createSingleFlight<number>()
  const read = (key: string, deadline = 0) =>
    shared(key, deadline, (latest) => {
      const { promise, resolve, reject } = deferred<number>()
      const number = started.length + 1
      started.push({ deadline: latest, end: (error) => (error ? reject(error) : resolve(number)) })
      return promise
    })
  return { started, read }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('shared reads', () => {
  it('give callers that arrive during a read the result of the next read', async () => {
    const { started, read } = controlled()
    const answers = [read('a', 1), read('a', 2), read('a', 4), read('a', 3)]

    started[0]!.end()
    await turn()
    started[1]!.end()

    expect(await Promise.all(answers)).toEqual([1, 2, 2, 2])
    expect(started.map(({ deadline }) => deadline)).toEqual([1, 4])
  })

  it('start again when none is running, and do not wait for other keys', async () => {
    const { started, read } = controlled()
    const first = read('a')
    const other = read('b')
    started[0]!.end()
    started[1]!.end()
    await Promise.all([first, other])

    const again = read('a')
    started[2]!.end()

    expect(await again).toBe(3)
  })

  it('continue after a failure', async () => {
    const { started, read } = controlled()
    const [first, second] = [read('a'), read('a')]

    started[0]!.end(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await turn()
    started[1]!.end()

    expect(await second).toBe(2)
  })
})
