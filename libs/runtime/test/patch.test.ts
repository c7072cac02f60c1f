import { MAX_METADATA_BYTES } from '@souk/contracts'
import { expect, it } from 'vitest'
import { patch } from '../src/aggregate/patch.ts'

interface Note {
  name: string
  text: string | null
  tags: string[]
  metadata: Record<string, unknown> | null
}
const NOTE: Note = { name: 'a', text: 'b', tags: ['c'], metadata: { d: 1, e: { f: 2, g: 3 } } }

it('keeps absent fields, clears fields that are null, and replaces the others', () => {
  expect(patch<Note>({ name: 'z', text: null, tags: undefined })(NOTE)).toEqual({ ...NOTE, name: 'z', text: null })
})

it('merges metadata at its top level only: an empty text removes its key, null removes everything', () => {
  const merged = (metadata: Note['metadata']) => patch<Note>({ metadata })(NOTE).metadata
  expect(merged({ d: '', e: { f: '', h: null }, i: 4 })).toEqual({ e: { f: '', h: null }, i: 4 })
  expect(merged(null)).toBeNull()
  expect(patch<Note>({ metadata: { a: 1 } })({ ...NOTE, metadata: null }).metadata).toEqual({ a: 1 })
})

it.each<Partial<Note>>([
  {},
  { name: 'a' },
  { tags: ['c'] },
  { metadata: { e: { f: 2, g: 3 } } },
  { metadata: {} },
  { text: undefined! },
])('returns the identical record for %j, which changes nothing', (body) => {
  expect(patch<Note>(body)(NOTE)).toBe(NOTE)
})

it('never mutates the record it is given', () => {
  const before = structuredClone(NOTE)
  patch<Note>({ name: 'z', metadata: { d: '', e: { f: 5 } } })(NOTE)
  expect(NOTE).toEqual(before)
})

it('lets metadata grow up to its limit; larger metadata of earlier versions may only shrink', () => {
  const bytes = (count: number) => 'x'.repeat(count - '{"a":""}'.length)
  const add = (metadata: Note['metadata'], to: Note['metadata']) => patch<Note>({ metadata })({ ...NOTE, metadata: to }).metadata
  const full = { a: bytes(MAX_METADATA_BYTES) }
  expect(add(full, null)).toEqual(full)
  const refusal = "Invalid request: Field 'metadata': must not be larger than 65536 bytes as JSON, with what is there already"
  expect(() => add({ b: 1 }, full)).toThrow(refusal)
  const more = { a: bytes(2 * MAX_METADATA_BYTES), b: 1 }
  expect(add({ b: '' }, more)).toEqual({ a: more.a })
  expect(() => add({ b: 12 }, more)).toThrow(refusal)
})
