import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPartTurns } from '../src/bus/part-turns.ts'
import { createPartReader } from '../src/bus/reply-parts.ts'

const nothing = () => {}
const aReader = () => createPartReader({ turns: createPartTurns(), onEnd: nothing, onTaken: nothing, onLeft: nothing })
const part = Uint8Array.of(1)

function holdUp(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('a reader of parts', () => {
  it('gives up when the next part does not come', async () => {
    const reading = aReader()[Symbol.asyncIterator]().next()

    await expect(reading).rejects.toThrow('the next part of the reply did not come')
  })

  it('waits for its turn as long as it takes', async () => {
    const turns = createPartTurns(0) // nobody's turn comes
    const reader = createPartReader({ turns, onEnd: nothing, onTaken: nothing, onLeft: nothing })
    reader.accept(0, part)
    const parts = reader[Symbol.asyncIterator]()
    await parts.next()

    const next = parts.next()

    expect(await Promise.race([next, sleep(1300, 'still waiting')])).toBe('still waiting')
    reader.accept(1, part)
    expect(await next).toEqual({ done: false, value: part })
    reader.leave()
  })

  it('takes what came while the process was held up', async () => {
    const reader = aReader()
    const reading = reader[Symbol.asyncIterator]().next()
    await Promise.resolve()
    setTimeout(() => reader.accept(0, part), 1050) // is due by the end, after the time for the part has passed

    holdUp(1300)

    expect(await reading).toEqual({ done: false, value: part })
    reader.leave()
  })
})
