import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createUnreadAnswers } from '../src/load/unread-answers.ts'

const KB = 1024

class Response extends EventEmitter {
  destroyed = false
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

function answers({ most = 1000 * KB } = {}) {
  let now = 0
  let ended = 0
  const unread = createUnreadAnswers({ most, now: () => now, onEnded: () => ended++ })
  return {
    unread,
    pass: (ms: number) => (now += ms),
    ended: () => ended,
    add(bytes: number, mayRefuse = true) {
      const response = new Response()
      unread.add(response as unknown as ServerResponse, bytes, mayRefuse)
      return response
    },
  }
}

describe('answers that wait for their readers', () => {
  it('count until they are written', () => {
    const { unread, add } = answers()
    const first = add(300 * KB)
    add(200 * KB)

    first.emit('close')

    expect(unread.bytes).toBe(200 * KB)
  })

  it('do not count when they are short, or when their client is gone', () => {
    const { unread, add } = answers()
    add(64 * KB)
    unread.add({ destroyed: true } as ServerResponse, 500 * KB, true)

    expect(unread.bytes).toBe(0)
  })

  it('are aborted beyond the limit, oldest first, and no more than necessary', () => {
    const { unread, add, pass, ended } = answers()
    const [first, second, third] = [add(400 * KB), add(400 * KB), add(100 * KB)]
    pass(1000)

    add(600 * KB)

    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, true, false])
    expect({ ended: ended(), bytes: unread.bytes }).toEqual({ ended: 2, bytes: 700 * KB })
  })

  it('of less than a second are kept: a new one is rejected instead, unless it reports a completed write', () => {
    const { unread, add, pass } = answers()
    const first = add(900 * KB)
    pass(999)

    expect(() => add(200 * KB)).toThrowError(expect.objectContaining({ kind: 'overloaded' }))
    expect(unread.bytes).toBe(900 * KB)
    add(200 * KB, false)

    expect(first.destroyed).toBe(false)
    expect(unread.bytes).toBe(1100 * KB)
  })
})
