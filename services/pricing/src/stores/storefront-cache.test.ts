import { describe, expect, it } from 'vitest'
import { createStorefrontCache, type Shown } from './storefront-cache.ts'

const MB = 1024 * 1024
const shown = <V>(value: V, more: Partial<Shown<V>> = {}): Shown<V> => ({
  value,
  bytes: 100,
  variant_ids: [],
  until: null,
  ...more,
})

/** A cache with a stopped clock, and a getter that counts how often its value is made. */
function aCache(options: { max_bytes?: number; reconnects?: () => number } = {}) {
  const clock = { now: 1_000_000 }
  const cache = createStorefrontCache({ max_bytes: MB, now: () => clock.now, ...options })
  let made = 0
  const get = (key = 'page', more: Partial<Shown<number>> = {}) => cache.get(key, async () => shown(++made, more))
  /** Begins to load a page, until `end` is called. */
  function load({ value = -1, ...options }: { value?: number; showsPrices?: boolean } = {}) {
    let end = (_: Partial<Shown<number>> = {}) => {}
    const make = () => new Promise<Shown<number>>((resolve) => (end = (more) => resolve(shown(value, more))))
    const before = cache.get('page', make, options)
    return { before, end: (more?: Partial<Shown<number>>) => end(more) }
  }
  return { cache, clock, get, load }
}

describe('a cached answer', () => {
  it('is reused for the same key', async () => {
    const { get } = aCache()

    expect([await get('a'), await get('b'), await get('a')]).toEqual([1, 2, 1])
  })

  it.each([MB, 0])('is made within a deadline of its own: others may share the load (a cache of %d bytes)', async (max_bytes) => {
    const { cache } = aCache({ max_bytes })
    const began = Date.now()

    expect(await cache.get('page', async (deadline) => shown(deadline - began))).toBeGreaterThanOrEqual(5000)
  })

  it('is dropped by forgetAll', async () => {
    const { cache, get } = aCache()
    await get()

    cache.forgetAll()

    expect(await get()).toBe(2)
  })

  it('is dropped when the price of one of its variants changes, and kept otherwise', async () => {
    const { cache, get } = aCache()
    await get('a', { variant_ids: ['variant_1', 'variant_2'] })
    await get('b', { variant_ids: ['variant_3'] })

    cache.forgetVariants(new Set(['variant_2', 'variant_9']))

    expect([await get('a'), await get('b')]).toEqual([3, 2])
  })

  it('expires after 30 seconds, or one second after a change if made within that second', async () => {
    const { cache, clock, get } = aCache()
    clock.now += 1000
    await get()
    clock.now += 29_999
    expect(await get()).toBe(1)
    clock.now += 1
    expect(await get()).toBe(2)

    cache.forgetAll()
    clock.now += 999
    expect(await get()).toBe(3)
    clock.now += 1
    expect(await get()).toBe(4)
    clock.now += 1001
    expect(await get()).toBe(4)
  })

  it('expires when the second after a change is over, if its load began within that second and ended after it', async () => {
    const { cache, clock, get } = aCache()
    cache.forgetAll()
    clock.now += 990

    await cache.get('page', async () => {
      clock.now += 20
      return shown(-1)
    })

    expect(await get()).toBe(1)
    clock.now += 29_999
    expect(await get()).toBe(1)
  })

  it('expires no later than its own expiry time', async () => {
    const { clock, get } = aCache()
    await get('page', { until: clock.now + 500 })

    clock.now += 499
    expect(await get()).toBe(1)
    clock.now += 1
    expect(await get()).toBe(2)
  })

  it('is made once for concurrent requests', async () => {
    const { get } = aCache()

    expect(await Promise.all([get(), get(), get('other')])).toEqual([1, 1, 2])
  })

  it.each(['forgetAll', 'forgetVariants'] as const)(
    'is neither cached nor shared when what it shows changes while it is made: %s',
    async (forget) => {
      const { cache, get, load } = aCache()
      const { before, end } = load()

      cache[forget](new Set(['variant_1']))
      const after = get()
      end({ variant_ids: ['variant_1'] })

      expect([await before, await after, await get()]).toEqual([-1, 1, 1])
    },
  )

  it('is dropped when its load ends after others, and what it shows changed since it began', async () => {
    const { cache, get, load } = aCache()
    const { before, end } = load()
    cache.forgetVariants(new Set(['variant_1']))
    cache.forgetVariants(new Set(['variant_9']))
    await get('page', { variant_ids: ['variant_1'] })

    end({ variant_ids: ['variant_2', 'variant_1'] })

    expect([await before, await get()]).toEqual([-1, 1])
  })

  it('is cached but not shared when prices change, while it is made, that it turns out not to show', async () => {
    const { cache, get, load } = aCache()
    const { before, end } = load()

    cache.forgetVariants(new Set(['variant_9']))
    const after = load({ value: -2 })
    end({ variant_ids: ['variant_1'] })

    expect([await before, await get()]).toEqual([-1, -1])
    after.end()
    expect(await after.before).toBe(-2)
  })

  it('is cached and shared whatever prices change while it is made, if it never shows any', async () => {
    const { cache, get, load } = aCache()
    const { before, end } = load({ showsPrices: false })

    cache.forgetVariants(new Set(['variant_1']))
    const after = get()
    end()

    expect([await before, await after, await get()]).toEqual([-1, -1, -1])
  })

  it('is found by its variants whatever was evicted or replaced before', async () => {
    const { cache, clock, get } = aCache({ max_bytes: 1500 })
    const variant_ids = ['variant_1', 'variant_2']
    await get('a', { variant_ids })
    await get('b', { variant_ids })
    await get('c', { variant_ids }) // evicts a
    cache.forgetVariants(new Set(['variant_1']))
    expect([await get('b', { variant_ids }), await get('c', { variant_ids })]).toEqual([4, 5])

    clock.now += 30_000
    await get('b', { variant_ids: ['variant_2'] })
    cache.forgetVariants(new Set(['variant_1']))
    expect(await get('b')).toBe(6)
    cache.forgetVariants(new Set(['variant_2']))
    expect(await get('b')).toBe(7)
  })

  it('is dropped when the connection that announces changes was lost', async () => {
    let reconnects = 0
    const { get } = aCache({ reconnects: () => reconnects })
    await get()

    reconnects++

    expect([await get(), await get()]).toEqual([2, 2])
  })

  it('is not cached when making it fails', async () => {
    const { cache, get } = aCache()
    await expect(cache.get('page', () => Promise.reject(new Error('away')))).rejects.toThrow('away')

    expect(await get()).toBe(1)
  })

  it('is evicted, least recently used first, when memory is full, and not cached when it is too large', async () => {
    const { get } = aCache({ max_bytes: 250 })
    await get('a')
    await get('b')
    await get('a')
    await get('c')
    expect([await get('a'), await get('c')]).toEqual([1, 3])
    expect(await get('b')).toBe(4)

    expect([await get('large', { bytes: 251 }), await get('large', { bytes: 251 })]).toEqual([5, 6])
  })

  it('counts its key toward the memory limit', async () => {
    const { get } = aCache({ max_bytes: 1000 })
    const long = ['a', 'b'].map((end) => 'x'.repeat(600) + end)
    for (const key of long) await get(key)
    expect([await get(long[1]), await get(long[0])]).toEqual([2, 3])

    const longer = 'x'.repeat(1000)
    expect([await get(longer), await get(longer)]).toEqual([4, 5])
  })

  it('is not cached when there is no memory for it', async () => {
    const { cache, get } = aCache({ max_bytes: 0 })

    expect([await get(), await get()]).toEqual([1, 2])
    expect(cache.isOn).toBe(false)
  })
})
