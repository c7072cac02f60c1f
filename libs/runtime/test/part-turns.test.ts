import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPartTurns } from '../src/bus/part-turns.ts'

const MAX_TURNS = 2

/** Readers by name, and the order in which their turns came. */
function someTurns() {
  const turns = createPartTurns({ most: MAX_TURNS })
  const order: string[] = []
  const readers = new Map<string, object>()
  const readerOf = (name: string) => readers.get(name) ?? readers.set(name, { name }).get(name)!
  return {
    order,
    ask: (name: string) => turns.ask(readerOf(name), () => order.push(name)),
    end: (name: string) => turns.end(readerOf(name)),
    leave: (name: string) => turns.leave(readerOf(name)),
    othersAreAnswered: turns.othersAreAnswered,
  }
}

afterEach(() => vi.useRealTimers())

describe('turns for the next part', () => {
  it('come at once while there are few readers', () => {
    const { ask, order } = someTurns()

    ask('a')
    ask('b')

    expect(order).toEqual(['a', 'b'])
  })

  it('come in the order of requests, each when a part has arrived', () => {
    const { ask, end, order } = someTurns()
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    expect(order).toEqual(['a', 'b'])

    end('b')
    expect(order).toEqual(['a', 'b', 'c'])
    ask('b')
    end('a')
    end('c')

    expect(order).toEqual(['a', 'b', 'c', 'd', 'b'])
  })

  it('pass to others when a reader leaves, whether it was its turn or not', () => {
    const { ask, leave, order } = someTurns()
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name)

    leave('d')
    leave('a')
    leave('b')

    expect(order).toEqual(['a', 'b', 'c', 'e'])
  })

  it('are not lost when a reader asks again while waiting, or gets a part before its turn', () => {
    const { ask, end, order } = someTurns()
    for (const name of ['a', 'b', 'c']) ask(name)

    ask('c')
    end('c')
    expect(order).toEqual(['a', 'b'])
    end('a')

    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('leave time for requests with short answers, depending on how long a part took', () => {
    vi.useFakeTimers()
    const { ask, end, othersAreAnswered, order } = someTurns()
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    vi.advanceTimersByTime(10)
    othersAreAnswered()

    end('a')
    vi.advanceTimersByTime(39)
    expect(order).toEqual(['a', 'b'])
    vi.advanceTimersByTime(1)
    expect(order).toEqual(['a', 'b', 'c'])

    vi.advanceTimersByTime(300)
    end('b') // no other requests any more
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are delayed by other requests for at most a tenth of a second', () => {
    vi.useFakeTimers()
    const { ask, end, othersAreAnswered, order } = someTurns()
    for (const name of ['a', 'b', 'c']) ask(name)
    vi.advanceTimersByTime(5000)
    othersAreAnswered()

    end('a')
    vi.advanceTimersByTime(100)

    expect(order).toEqual(['a', 'b', 'c'])
  })
})
