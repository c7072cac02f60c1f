import { getCart, getPriceList, listPriceLists, logIn, removeGiftCard, takesIfMatch } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { assertMatch, etagOf, revisionsIn } from '../src/etag.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the ETag of an answer', () => {
  it('is the revision of a record that is shown alone', () => {
    expect(etagOf({ revision: 7, others: undefined }, bytes('a'))).toBe('"7"')
    expect(etagOf({ revision: 7, others: null }, bytes('a'))).toBe('"7"')
  })

  it('changes with the records that are shown beside it', () => {
    const tag = (others: object) => etagOf({ revision: 7, others }, bytes('same'))

    expect(tag({ email: 'a' })).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag({ email: 'b' })).not.toBe(tag({ email: 'a' }))
    expect(tag({ email: 'a' })).toBe(tag({ email: 'a' }))
  })

  it('changes with every byte where others may be anywhere', () => {
    const tag = (text: string) => etagOf({ revision: 7, others: 'anywhere' }, bytes(text))

    expect(tag('a')).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag('b')).not.toBe(tag('a'))
  })

  it('is another one for everybody where who asks says which record it is', () => {
    const tag = (whose: string, others: object | null = null) => etagOf({ revision: 7, others }, bytes('same'), whose)

    expect(tag('member:a')).toMatch(/^"7-[\w-]{22}"$/)
    expect(tag('member:b')).not.toBe(tag('member:a'))
    expect(tag('member:a', { email: 'a' })).not.toBe(tag('member:a'))
  })

  it('is none where no record is shown', () => {
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
  ])('of %j names %j', (header, revisions) => {
    expect(revisionsIn(takesIfMatch(removeGiftCard), header)).toEqual(revisions)
    expect(revisionsIn(takesIfMatch(getPriceList), header)).toEqual(revisions)
  })

  it.each(['7', '"x"', '"7-"', '"-7"', '"7', '"7" "8"', '', ','])('of %j is malformed', (header) => {
    expect(() => revisionsIn(takesIfMatch(getCart), header)).toThrow(/If-Match must be/)
  })

  it('is refused where there is no single record', () => {
    for (const operation of [logIn, listPriceLists])
      for (const header of ['*', '"7"', 'x']) expect(() => revisionsIn(takesIfMatch(operation), header)).toThrow(/takes none/)
  })

  it('holds or is refused', () => {
    expect(() => assertMatch(undefined, 7)).not.toThrow()
    expect(() => assertMatch([6, 7], 7)).not.toThrow()
    for (const revision of [5, undefined])
      expect(() => assertMatch([6, 7], revision)).toThrow(expect.objectContaining({ kind: 'revision_mismatch' }))
  })
})
