import { describe, expect, it } from 'vitest'
import { createKeyedQueue } from '../src/aggregate/keyed-queue.ts'

describe('a keyed queue', () => {
  it('runs tasks for one key one after another, each with its own outcome', async () => {
    const queue = createKeyedQueue()
    const log: string[] = []
    const work = (name: string, outcome?: Error) => async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`${name} ends`)
      if (outcome) throw outcome
      return name
    }

    const waited: string[] = []
    const settled = await Promise.allSettled([
      queue.run('cart_1', work('a'), () => waited.push('a')),
      queue.run('cart_1', work('b', new Error('refused')), () => waited.push('b')),
      queue.run('cart_1', work('c'), () => waited.push('c')),
    ])

    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual(['a', 'refused', 'c'])
    expect(waited).toEqual(['b', 'c'])
  })

  it('gives a task that has begun already its turn, until that ends it', async () => {
    const queue = createKeyedQueue()
    const log: string[] = []
    const endFirst = await queue.turnOf('cart_1')
    const second = queue.turnOf('cart_1', () => log.push('waits')).then((end) => [log.push('second'), end()])
    const third = queue.run('cart_1', async () => log.push('third'))
    log.push('first ends')
    endFirst()
    await Promise.all([second, third])
    expect(log).toEqual(['waits', 'first ends', 'second', 'third'])
  })

  it('does not block other keys', async () => {
    const queue = createKeyedQueue()
    const never = new Promise<never>(() => {})
    void queue.run('cart_1', () => never)

    expect(await queue.run('cart_2', async () => 'free')).toBe('free')
  })

  it('rejects the 257th task for one key', async () => {
    const queue = createKeyedQueue()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const waiting = Array.from({ length: 256 }, () => queue.run('cart_1', () => gate))

    await expect(queue.run('cart_1', async () => {})).rejects.toMatchObject({ kind: 'overloaded' })
    open()
    await Promise.all(waiting)
    expect(await queue.run('cart_1', async () => 'free again')).toBe('free again')
  })
})
