import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { lazyLru } from '../src/store/lazy-lru.ts'

it('answers like an lru-cache, before its first entry and after it', () => {
  const lazy = lazyLru<string, number>({ max: 2 })
  const whole = new LRUCache<string, number>({ max: 2 })
  const seen = (cache: typeof lazy | typeof whole) => [
    cache.size,
    ...['a', 'b', 'c'].flatMap((key) => [cache.has(key), cache.peek(key), cache.get(key)]),
    cache.delete('a'),
    cache.purgeStale(),
  ]
  expect(seen(lazy)).toEqual(seen(whole))
  for (const [n, key] of ['a', 'b', 'a', 'c'].entries()) {
    lazy.set(key, n)
    whole.set(key, n)
    expect(seen(lazy)).toEqual(seen(whole))
  }
  expect(lazy.size).toBe(2)
})
