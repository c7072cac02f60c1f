import { describe, expect, it } from 'vitest'
import { CLIENT_LIMITS, parseJsonBody, SERVICE_LIMITS } from '../src/server/json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseJsonBody(bytes(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const wide = (keys: number) => JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i])))

describe('a JSON body', () => {
  it.each([
    ['empty', '', {}],
    ['only whitespace', ' \r\n\t', {}],
    ['an object', '{"a":[1,2.5,-0.1e3],"b":{"c":null}}', { a: [1, 2.5, -100], b: { c: null } }],
    ['an object with colons, quotes and escapes in strings', '{"a:b":"c\\":\\\\","d":":"}', { 'a:b': 'c":\\', d: ':' }],
    ['an object with non-Latin and astral characters', '{"ü":"🛒"}', { ü: '🛒' }],
    ['a number', '5', 5],
    ['32 levels deep', nested(32), JSON.parse(nested(32))],
    ['an object with 2000 keys', wide(2000), JSON.parse(wide(2000))],
    ['a list of 1000 elements', JSON.stringify(Array(1000).fill(0)), Array(1000).fill(0)],
  ])('may be %s', (_kind, text, value) => {
    expect(parse(text)).toEqual(value)
  })

  it.each([
    ['truncated JSON', '{"a":', 'Unexpected end of JSON input'],
    ['not JSON', '{secret}', 'The body is not valid JSON'],
    ['a repeated key', '{"a":1,"a":2}', 'Invalid request: the body repeats a key'],
    ['a repeated key that is escaped', '{"a":1,"\\u0061":2}', 'Invalid request: the body repeats a key'],
    ['a nested repeated key', '{"a":[{"b":{"c":1,"c":1}}]}', 'Invalid request: the body repeats a key'],
    ['a byte order mark', '\ufeff{}', 'Invalid request: the body starts with a byte order mark'],
    ['NUL in a string', '{"a":"\\u0000"}', 'Invalid request: text must not hold NUL'],
    ['a lone surrogate', '{"a":["\\ud800"]}', 'Invalid request: text must be well-formed Unicode'],
    ['a lone surrogate in a key', '{"\\ud800":1}', 'Invalid request: the body holds a key that is not allowed'],
    ['NUL in a key', '{"\\u0000":1}', 'Invalid request: the body holds a key that is not allowed'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'Invalid request: the body holds a key that is not allowed'],
    ['constructor', '{"a":{"constructor":1}}', 'Invalid request: the body holds a key that is not allowed'],
    ['_bsontype', '{"a":[{"_bsontype":"ObjectId"}]}', 'Invalid request: the body holds a key that is not allowed'],
    ['toBSON', '{"toBSON":1}', 'Invalid request: the body holds a key that is not allowed'],
    ['33 levels', nested(33), 'Invalid request: the body is nested deeper than 32 levels'],
    ['100,000 levels', nested(100_000), 'Invalid request: the body is nested deeper than 32 levels'],
    ['2001 keys', wide(2001), 'Invalid request: the body holds more than 2000 keys'],
    ['1001 elements', JSON.stringify(Array(1001).fill(0)), 'Invalid request: an array holds more than 1000 elements'],
  ])('is rejected: %s', (_kind, text, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ kind: 'invalid_data', message }))
  })

  it('is rejected when it is not UTF-8', () => {
    expect(() => parseJsonBody(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('Invalid request: the body is not valid UTF-8')
  })

  it('may be larger between services', () => {
    expect(Object.keys(parseJsonBody(bytes(wide(20_000)), SERVICE_LIMITS) as object)).toHaveLength(20_000)
  })

  it('may have more keys when its operation allows it, but is otherwise checked like any client body', () => {
    const limits = { ...CLIENT_LIMITS, keys: 20_000 }
    expect(Object.keys(parseJsonBody(bytes(wide(20_000)), limits) as object)).toHaveLength(20_000)
    expect(() => parseJsonBody(bytes(wide(20_001)), limits)).toThrow('more than 20000 keys')
    expect(() => parseJsonBody(bytes('{"n":9007199254740993}'), limits)).toThrow('more digits than can be kept')
  })
})

describe('numbers', () => {
  it.each([
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000055',
    '123456789012345678',
    '1234567890.12345678',
  ])('that would lose precision are rejected: %s', (text) => {
    expect(() => parseJsonBody(Buffer.from(`{"id":"01J9ZZZZ","n":[${text}]}`))).toThrow('more digits than can be kept')
  })

  it.each([
    ['{"amount":1e400}', "Field 'amount' holds", ['amount']],
    ['{"a":{"b":[1,{}],"c":2},"d":[[5,"x,y"],[3,9007199254740993]]}', "Field 'd, 1, 1' holds", ['d', 1, 1]],
    ['{"7":"x","b\\"{":{"6":0.1000000000000000055}}', `Field 'b"{, 6' holds`, ['b"{', '6']],
    ['[{"n":1},{"n":123456789012345678}]', "Field '1, n' holds", [1, 'n']],
    ['9007199254740993', 'the body holds', []],
    [`{"${'k'.repeat(101)}":1e400}`, 'the body holds', ['k'.repeat(101)]],
  ])('that would lose precision are named by their path: %s', (text, what, path) => {
    const sentence = `${what} a number with more digits than can be kept`
    expect(() => parseJsonBody(Buffer.from(text))).toThrow(
      expect.objectContaining({
        message: `Invalid request: ${sentence}`,
        errors: [{ path, code: 'inexact_number', message: sentence }],
      }),
    )
  })

  it.each([
    '9007199254740992',
    '0.30000000000000004',
    '1.50',
    '15e-1',
    '1E3',
    '1e21',
    '5e-324',
    '0.000',
    '0e5',
    '-0',
    '100000000000000000000',
  ])('that keep their value are accepted: %s', (text) => {
    expect(parseJsonBody(Buffer.from(`{"id":"12345678901234567890\\"1e999","n":${text}}`))).toMatchObject({ n: Number(text) })
  })
})
