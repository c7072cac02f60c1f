import { describe, expect, it } from 'vitest'
import { createWeighedCache } from '../src/aggregate/weighed-cache.ts'

describe('the cache of states', () => {
  it('evicts expired entries when others are added', () => {
    let now = 1
    const cache = createWeighedCache<{ bytes: number }>({ ttl: 1000, purge_ms: 10, now: () => now })
    for (let i = 0; i < 100; i++) cache.set(`old_${i}`, { bytes: 10 })
    now += 1050

    cache.set('new', { bytes: 10 })

    expect(cache.size).toBe(1)
    expect(cache.get('new')).toEqual({ bytes: 10 })
    expect(cache.has('old_0')).toBe(false)
  })

  it('keeps entries that are used, however old they are', () => {
    let now = 1
    const cache = createWeighedCache<{ bytes: number }>({ ttl: 1000, purge_ms: 0, now: () => now })
    cache.set('used', { bytes: 10 })
    cache.set('unused', { bytes: 10 })
    for (let i = 0; i < 4; i++) {
      now += 300
      cache.get('used')
    }

    expect(cache.has('used')).toBe(true)
    expect(cache.has('unused')).toBe(false)
  })

  it('keeps recent entries, up to its weight limit', () => {
    const cache = createWeighedCache<{ bytes: number }>({ purge_ms: 0 })
    for (let i = 0; i < 40; i++) cache.set(`state_${i}`, { bytes: 3 * 1024 * 1024 })

    expect(cache.size).toBe(21)
    expect(cache.peek('state_39')).toBeDefined()
    expect(cache.peek('state_0')).toBeUndefined()
  })

  it('does not keep entries that are too large for it', () => {
    const cache = createWeighedCache<{ bytes: number }>()
    cache.set('large', { bytes: 5 * 1024 * 1024 })

    expect(cache.size).toBe(0)
  })
})
