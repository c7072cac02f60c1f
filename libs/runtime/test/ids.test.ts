import { decodeTime } from 'ulid'
import { describe, expect, it } from 'vitest'
import { derivedOpId, idsFrom, mintOpId, parseOpId } from '../src/ids.ts'

const AT = Date.UTC(2026, 0, 2)
const op = () => parseOpId(mintOpId(AT))!

describe('an op-id', () => {
  it('contains its time and 128 random bits', () => {
    const text = mintOpId(AT)

    expect(parseOpId(text)).toEqual({ text, bytes: Buffer.from(text.split('-')[1]!, 'hex'), at: AT })
    expect(parseOpId(text)!.bytes).toHaveLength(16)
    expect(mintOpId(AT)).not.toBe(text)
  })

  it.each([
    '',
    'x',
    '-',
    'abc-def',
    `${'z'.repeat(10)}-${'0'.repeat(32)}`,
    `1-${'0'.repeat(31)}`,
    `1-${'G'.repeat(32)}`,
    `1-${'0'.repeat(32)}\n`,
  ])('is invalid: %j', (text) => {
    expect(parseOpId(text)).toBeUndefined()
  })

  it('is derived deterministically, and differs for different parts', () => {
    expect(derivedOpId(AT, 'cart_1', '1', 'pay')).toEqual(derivedOpId(AT, 'cart_1', '1', 'pay'))
    expect(derivedOpId(AT, 'cart_1', '1', 'pay').text).not.toBe(derivedOpId(AT, 'cart_11', 'pay').text)
    expect(parseOpId(derivedOpId(AT, 'a').text)).toEqual(derivedOpId(AT, 'a'))
  })
})

describe('ids derived from an op-id', () => {
  it('are the same sequence every time', () => {
    const same = op()
    const take = () => {
      const newId = idsFrom(same)
      return ['price', 'pset', 'price', 'cart', 'price'].map((prefix) => newId(prefix))
    }

    expect(take()).toEqual(take())
    expect(new Set(take()).size).toBe(5)
  })

  it('do not depend on the order in which prefixes are requested', () => {
    const same = op()
    const [one, other] = [idsFrom(same), idsFrom(same)]
    one('price')

    expect(one('cart')).toBe(other('cart'))
  })

  it('are ULIDs with the time of the op-id', () => {
    const id = idsFrom(op())('price')

    expect(id).toMatch(/^price_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(decodeTime(id.slice('price_'.length))).toBe(AT)
  })

  it('are 131 evenly distributed bits without a time for carts, whose ids are capabilities', () => {
    const ids = Array.from({ length: 2000 }, () => idsFrom(op())('cart'))
    const counts = new Map<string, number>()
    for (const id of ids) for (const digit of id.slice(5)) counts.set(digit, (counts.get(digit) ?? 0) + 1)

    for (const id of ids) expect(id).toMatch(/^cart_[0-9A-Za-z]{22}$/)
    expect(22 * Math.log2(62)).toBeGreaterThan(130.9)
    expect(counts.size).toBe(62)
    // 44,000 digits over 62 values: 710 each, within six standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 710)).toBeLessThan(160)
  })

  it('never collide over many operations', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => idsFrom(op())('price'))).size).toBe(20_000)
  })
})
