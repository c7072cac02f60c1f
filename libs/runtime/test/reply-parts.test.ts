import { describe, expect, it } from 'vitest'
import { createPartReader } from '../src/bus/reply-parts.ts'

const nothing = () => {}
const aReader = () => createPartReader({ onEnd: nothing, onTaken: nothing, onLeft: nothing })
const part = Uint8Array.of(1)

function holdUp(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('a reader of parts', () => {
  it('gives up when the next part does not come', async () => {
    const reading = aReader()[Symbol.asyncIterator]().next()

    await expect(reading).rejects.toThrow('the next part of the reply did not come')
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
