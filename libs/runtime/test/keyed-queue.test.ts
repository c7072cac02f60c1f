import { describe, expect, it } from 'vitest'
import { createKeyedGroups, createKeyedQueue } from '../src/aggregate/keyed-queue.ts'

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

describe('keyed groups', () => {
  const gates = () => {
    const opened: (() => void)[] = []
    return { opened, wait: () => new Promise<void>((resolve) => opened.push(resolve)) }
  }

  it('begin the tasks that came meanwhile together, once all of the group before have ended', async () => {
    const groups = createKeyedGroups()
    const { opened, wait } = gates()
    const log: string[] = []
    async function run(name: string) {
      const task = () => {
        log.push(name)
        return wait()
      }
      await groups.run('cart_1', task, () => log.push(`${name} waits`))
    }

    const all = ['a', 'b', 'c'].map(run)
    expect(log).toEqual(['a', 'b waits', 'c waits'])
    opened[0]!()
    await all[0]
    await expect.poll(() => log.slice(3)).toEqual(['b', 'c'])
    all.push(run('d'))
    opened[2]!()
    await all[2]
    expect(log.slice(5)).toEqual(['d waits'])
    opened[1]!()
    await expect.poll(() => log.slice(6)).toEqual(['d'])
    opened[3]!()
    await Promise.all(all)
  })

  it('give each task its own outcome, and keep no other key waiting', async () => {
    const groups = createKeyedGroups()
    const { opened, wait } = gates()
    const first = groups.run('cart_1', wait)
    const refused = groups.run('cart_1', () => Promise.reject(new Error('refused')))
    const carriedOut = groups.run('cart_1', async () => 'carried out')

    expect(await groups.run('cart_2', async () => 'free')).toBe('free')
    opened[0]!()
    const settled = await Promise.allSettled([first, refused, carriedOut])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('have 64 tasks at most', async () => {
    const groups = createKeyedGroups()
    const { opened, wait } = gates()
    const all = Array.from({ length: 66 }, () => groups.run('cart_1', wait))
    opened[0]!()
    await expect.poll(() => opened.length).toBe(65)
    for (const open of opened.slice(1)) open()
    await expect.poll(() => opened.length).toBe(66)
    opened[65]!()
    await Promise.all(all)
  })
})
