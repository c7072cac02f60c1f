import { notAllowed } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aUseCount } from '../../../test/promotion-builders.ts'
import { counted, MAX_MARKS, takenBack, type UseCount } from './use-count.ts'

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
const use = (key: string, amount = '1', began = 0) => ({ key, at: at(began), amount })
const none = aUseCount('promo_1', 0)
const exceeded = () => notAllowed('Too many')
const count = (before: UseCount, one: ReturnType<typeof use>, limit: number | null = null) =>
  counted(before, one, limit, exceeded)
const GIVEN_UP = 'The checkout was given up'

describe('a use count', () => {
  it('rises once per order, up to the limit', () => {
    const twice = count(count(none, use('a'), 2), use('b'), 2)

    expect(twice.used).toBe(2)
    expect(count(twice, use('a'), 2)).toBe(twice)
    expect(() => count(twice, use('c'), 2)).toThrow('Too many')
    expect(count(twice, use('c'), 3).used).toBe(3)
  })

  it('adds amounts exactly, to the cent', () => {
    const some = count(count(none, use('a', '0.1'), 10), use('b', '0.2'), 10)

    expect(some.used).toBe(0.3)
    expect(count(some, use('c', '9.7'), 10).used).toBe(10)
    expect(() => count(some, use('c', '9.71'), 10)).toThrow('Too many')
  })

  it('takes a use back once, and rejects it when it arrives later', () => {
    const back = takenBack(count(none, use('a', '4')), use('a', '3'))

    expect(back.used).toBe(0)
    expect(takenBack(back, use('a'))).toBe(back)
    expect(() => count(back, use('a'))).toThrow(GIVEN_UP)
    expect(() => count(takenBack(none, use('late')), use('late'))).toThrow(GIVEN_UP)
    expect(count(back, use('b'), 1).used).toBe(1)
  })

  it('keeps a limited number of marks; forgotten checkouts are neither counted nor taken back', () => {
    let full = none
    for (let n = 1; n <= MAX_MARKS; n++) full = count(full, use(`key ${n}`, '1', n))
    const half = MAX_MARKS / 2

    expect(full).toMatchObject({ used: MAX_MARKS, forgotten_until: at(half) })
    expect(full.marks).toHaveLength(half)
    expect(count(full, use(`key ${half + 1}`, '1', half + 1))).toBe(full)
    for (const key of [`key ${half}`, 'another one']) {
      expect(() => count(full, use(key, '1', half))).toThrow('The checkout took too long; please try again')
      expect(takenBack(full, use(key, '1', half))).toBe(full)
    }
    expect(count(full, use('new', '1', half + 1)).used).toBe(MAX_MARKS + 1)
  })

  it('forgets the checkouts that began first, whatever the order in which they were counted', () => {
    let full = count(none, use('slow', '1', 0))
    for (let n = MAX_MARKS; n > 1; n--) full = count(full, use(`key ${n}`, '1', n))

    expect(full.forgotten_until).toBe(at(MAX_MARKS / 2))
    expect(count(full, use(`key ${MAX_MARKS}`, '1', MAX_MARKS))).toBe(full)
  })

  it('is the number of uses counted and not given up, whatever is repeated, late or lost', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), isCount: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 1, max: 3 }), (steps, limit) => {
        const expected = new Map<string, boolean>()
        let present = none
        for (const { key, isCount } of steps) {
          if (!isCount) {
            expected.set(key, false)
            present = takenBack(present, use(key))
          } else {
            try {
              present = count(present, use(key), limit)
              expected.set(key, true)
            } catch {
              expect(expected.get(key) === false || present.used === limit).toBe(true)
            }
          }
          expect(present.used).toBe([...expected.values()].filter(Boolean).length)
          expect(present.used).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })
})
