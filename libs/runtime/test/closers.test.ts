import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { closeTogether, createClosers } from '../src/process/closers.ts'

const never = () => new Promise<void>(() => {})

function setup() {
  const lines: { msg: string; err?: unknown }[] = []
  const closers = createClosers(pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }))
  const closed: string[] = []
  return { closers, lines, closed, close: (name: string) => ({ name, close: () => void closed.push(name) }) }
}

describe('resources', () => {
  it('are closed in reverse order, once', async () => {
    const { closers, closed, lines, close } = setup()
    for (const name of ['first', 'second', 'third']) closers.push(close(name))

    await closers.closeAll()
    await closers.closeAll()

    expect([closed, lines]).toEqual([['third', 'second', 'first'], []])
  })

  it('are closed although some of them fail or never end', async () => {
    const { closers, closed, lines, close } = setup()
    closers.push(close('first'))
    closers.push({ name: 'endless', close: never, within_ms: 20 })
    closers.push({ name: 'broken', close: () => Promise.reject(new Error('no')) })
    closers.push({
      name: 'broken at once',
      close: () => {
        throw new Error('no')
      },
      within_ms: 20,
    })

    await closers.closeAll()

    expect(closed).toEqual(['first'])
    expect(lines.map(({ msg }) => msg)).toEqual([
      'broken at once: could not be closed in order',
      'broken: could not be closed in order',
      'endless: could not be closed in order',
    ])
    expect(lines.map(({ err }) => JSON.stringify(err))).toEqual(Array(3).fill(expect.any(String)))
  })

  it('may fail after the timeout for closing them', async () => {
    const { closers, closed, close } = setup()
    let fail = (_error: Error) => {}
    closers.push(close('first'))
    closers.push({ name: 'late', close: () => new Promise((_, reject) => (fail = reject)), within_ms: 20 })

    await closers.closeAll()
    fail(new Error('too late')) // an unhandled rejection would end this process
    await new Promise((resolve) => setTimeout(resolve, 20))

    expect(closed).toEqual(['first'])
  })

  it('are named in the log when closing them takes long', async () => {
    const { closers, lines } = setup()
    closers.push({ name: 'slow', close: () => new Promise((resolve) => setTimeout(resolve, 3200)) })

    await closers.closeAll()

    expect(lines.map(({ msg }) => msg)).toEqual(['slow: still not closed after 3000 ms'])
  })
})

describe('closeTogether', () => {
  it('stops all parts at once, and waits for all even if one fails', async () => {
    const told: string[] = []
    let ended = false
    const broken = { stop: () => Promise.reject(new Error('broken')) }
    const quick = { stop: () => void told.push('quick') }
    const slow = {
      async stop() {
        told.push('slow')
        await new Promise((resolve) => setTimeout(resolve, 30))
        ended = true
      },
    }

    await expect(closeTogether([broken, slow, quick])).rejects.toThrow('broken')

    expect([told, ended]).toEqual([['slow', 'quick'], true])
  })
})
