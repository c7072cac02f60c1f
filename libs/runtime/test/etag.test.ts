import { getCart, getPriceList, listPriceLists, logIn, removeGiftCard, takesIfMatch } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { assertMatch, etagOf, revisionsIn } from '../src/etag.ts'

const bytes = (text: string): { data: Uint8Array; digest?: string } => ({ data: new TextEncoder().encode(text) })

describe('the ETag of an answer', () => {
  it('is the revision when only the record itself is shown', () => {
    expect(etagOf({ revision: 7, others: undefined }, bytes('a'))).toBe('"7"')
    expect(etagOf({ revision: 7, others: null }, bytes('a'))).toBe('"7"')
  })

  it('changes with the other records that are shown with it', () => {
    const tag = (others: object) => etagOf({ revision: 7, others }, bytes('same'))

    expect(tag({ email: 'a' })).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag({ email: 'b' })).not.toBe(tag({ email: 'a' }))
    expect(tag({ email: 'a' })).toBe(tag({ email: 'a' }))
  })

  it('changes with every byte when other records may be shown anywhere', () => {
    const tag = (text: string) => etagOf({ revision: 7, others: 'anywhere' }, bytes(text))

    expect(tag('a')).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag('b')).not.toBe(tag('a'))
  })

  it('takes the digest of bytes that are answered again from the first time, and makes none that it does not show', () => {
    const [shown, alone] = [bytes('a'), bytes('a')]
    const tag = etagOf({ revision: 7, others: 'anywhere' }, shown)
    expect([tag, shown.digest]).toEqual([`"7-${shown.digest}"`, expect.stringMatching(/^[\w-]{22}$/)])
    expect(etagOf({ revision: 8, others: 'anywhere' }, shown)).toBe(`"8-${shown.digest}"`)
    expect(etagOf({ revision: 7, others: 'anywhere' }, bytes('a'))).toBe(tag)

    for (const others of [null, { email: 'a' }]) etagOf({ revision: 7, others }, alone, 'member:a')
    expect(alone.digest).toBeUndefined()
  })

  it('differs per actor when the actor determines which record is shown', () => {
    const tag = (whose: string, others: object | null = null) => etagOf({ revision: 7, others }, bytes('same'), whose)

    expect(tag('member:a')).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag('member:b')).not.toBe(tag('member:a'))
    expect(tag('member:a', { email: 'a' })).not.toBe(tag('member:a'))
  })

  it('is absent when no record is shown', () => {
    expect(etagOf({ revision: undefined, others: 'anywhere' }, bytes('a'))).toBeUndefined()
  })
})

describe('If-Match', () => {
  it.each([
    ['"7"', [7]],
    ['"7-AbC_d-9"', [7]],
    [' "7" ,  "8-x" ', [7, 8]],
    ['W/"7"', [-1]],
    ['*', undefined],
    [undefined, undefined],
  ])('%j contains the revisions %j', (header, revisions) => {
    expect(revisionsIn(takesIfMatch(removeGiftCard), header)).toEqual(revisions)
    expect(revisionsIn(takesIfMatch(getPriceList), header)).toEqual(revisions)
  })

  it.each(['7', '"x"', '"7-"', '"-7"', '"7', '"7" "8"', '', ','])('%j is malformed', (header) => {
    expect(() => revisionsIn(takesIfMatch(getCart), header)).toThrow(/If-Match must be/)
  })

  it('is rejected where there is no single record', () => {
    for (const operation of [logIn, listPriceLists])
      for (const header of ['*', '"7"', 'x']) expect(() => revisionsIn(takesIfMatch(operation), header)).toThrow(/takes none/)
  })

  it('rejects other revisions and missing records', () => {
    expect(() => assertMatch(undefined, 7)).not.toThrow()
    expect(() => assertMatch([6, 7], 7)).not.toThrow()
    for (const revision of [5, undefined])
      expect(() => assertMatch([6, 7], revision)).toThrow(expect.objectContaining({ kind: 'revision_mismatch' }))
  })
})
