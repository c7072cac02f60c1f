import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BigNumberInput } from '../src/fields/big-number-input.ts'
import {
  AmountInput,
  CountryCodeInput,
  CurrencyCodeInput,
  FieldsQuery,
  FilledTextInput,
  GivenCurrencyCodeInput,
  IdInput,
  ListRulesInput,
  MetadataInput,
  Page,
  QuantityInput,
  RulesInput,
  TextInput,
  TimestampInput,
} from '../src/fields/common.ts'
import { invalidRequest } from '../src/operation/validation.ts'
import { VariantPriceChangeInput, VariantPriceInput } from '../src/pricing/product-input.ts'

const json = (text: string): unknown => JSON.parse(text)
const nested = (levels: number) => json(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
const lists = (levels: number) => json(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)

const price = { currency_code: 'eur', amount: 5 }
const forTwo = { min_quantity: 2, max_quantity: 2 }
const forNone = { min_quantity: 3, max_quantity: 2 }

const accepted: [string, z.ZodType, unknown, unknown][] = [
  ['metadata', MetadataInput, { a: 1, b: { c: [null, { d: 'x' }] }, ö: true }, { a: 1, b: { c: [null, { d: 'x' }] }, ö: true }],
  ['empty metadata', MetadataInput, {}, {}],
  ['metadata of 20 levels', MetadataInput, nested(20), nested(20)],
  ['metadata with long keys', MetadataInput, { ['k'.repeat(64)]: 1 }, { ['k'.repeat(64)]: 1 }],
  ['metadata of 16 KiB', MetadataInput, { a: 'x'.repeat(16 * 1024 - 8) }, { a: 'x'.repeat(16 * 1024 - 8) }],
  ['a dollar sign inside a key', MetadataInput, { a$b: '$where' }, { a$b: '$where' }],
  ['an upper-case currency code', CurrencyCodeInput, 'EUR', 'eur'],
  ['a currency code that is kept as it is given', GivenCurrencyCodeInput, 'EuR', 'EuR'],
  ['an upper-case country code', CountryCodeInput, 'DE', 'de'],
  ['an amount of zero', AmountInput, 0, 0],
  ['an amount of negative zero', AmountInput, -0, 0],
  ['a fraction', AmountInput, 12.34, 12.34],
  ['the largest amount', AmountInput, 2 ** 53, 2 ** 53],
  ['an amount as a number', BigNumberInput, 12.34, 12.34],
  ['an amount as text', BigNumberInput, '010.50', 10.5],
  ['an amount as an object with value and precision', BigNumberInput, { value: '0.30000000000000004', precision: 20 }, 0.1 + 0.2],
  ['an amount as an object with only a value', BigNumberInput, { value: 3 }, 3],
  ['a quantity of negative zero', QuantityInput, -0, 0],
  ['a quantity', QuantityInput, 3, 3],
  ['empty rules', RulesInput, {}, {}],
  ['rules with dotted names', RulesInput, { 'customer.groups.id': 'cusgroup_1' }, { 'customer.groups.id': 'cusgroup_1' }],
  ['rules with lists of values', ListRulesInput, { region_id: ['a', 'b'], x: 'c' }, { region_id: ['a', 'b'], x: ['c'] }],
  ['empty text', TextInput(), '', ''],
  ['text with an emoji', TextInput(2), '😀', '😀'],
  ['the longest text', TextInput(), 'x'.repeat(4096), 'x'.repeat(4096)],
  ['an id', IdInput, 'cart_1', 'cart_1'],
  ['a date-time', TimestampInput, '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00.000Z'],
  ['a date', TimestampInput, '2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['a date-time without a time zone', TimestampInput, '2026-01-01T10:00', '2026-01-01T10:00:00.000Z'],
  ['a date that begins with the month', TimestampInput, '01/26/2026', '2026-01-26T00:00:00.000Z'],
  ['the last moment of a time zone', TimestampInput, '9999-12-31T23:59:59-05:00', '9999-12-31T23:59:59.999Z'],
  ['the first moment of a time zone', TimestampInput, '0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00.000Z'],
  ['a base price for one quantity', VariantPriceInput, { ...price, ...forTwo }, { ...price, ...forTwo }],
  ['a change of its quantity', VariantPriceChangeInput, { id: 'price_1', ...forTwo }, { id: 'price_1', ...forTwo }],
  ['a base price from some quantity', VariantPriceInput, { ...price, min_quantity: 3 }, { ...price, min_quantity: 3 }],
  ['no page parameters', Page, {}, { limit: 50, offset: 0 }],
  ['page parameters', Page, { limit: '1000', offset: '000000020' }, { limit: 1000, offset: 20 }],
  ['the maximum limit', Page, { limit: '9999' }, { limit: 9999, offset: 0 }],
  ['a limit above the maximum', Page, { limit: '1000000' }, { limit: 9999, offset: 0 }],
  ['a limit of zero', Page, { limit: '0' }, { limit: 0, offset: 0 }],
  ['a fields parameter of the maximum length', FieldsQuery, 'x'.repeat(10_240), 'x'.repeat(10_240)],
]

const refused: [string, z.ZodType, unknown][] = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    '_bsontype',
    'toJSON',
    'toBSON',
    '',
    '$set',
    'a.b',
    'a\\u0000',
    '\\ud800',
    'k'.repeat(65),
  ].flatMap((key): [string, z.ZodType, unknown][] => [
    [`metadata with the key ${key}`, MetadataInput, json(`{"${key}":1}`)],
    [`metadata with the key ${key} in a list`, MetadataInput, json(`{"a":[{"b":{"${key}":1}}]}`)],
  ]),
  ...['', ' 1', '-1', '1e3', '.5', 'NaN', '9007199254740993', '9007199254740994', '0.12345678901234567'].map(
    (text): [string, z.ZodType, unknown] => [`the amount ${JSON.stringify(text)}`, BigNumberInput, text],
  ),
  ['an amount without a value', BigNumberInput, { precision: 20 }],
  ['an amount as a list', BigNumberInput, ['1']],
  ['a missing amount', BigNumberInput, undefined],
  ['metadata that is a list', MetadataInput, []],
  ['metadata that is text', MetadataInput, 'x'],
  ['metadata that is null', MetadataInput, null],
  ['missing metadata', MetadataInput, undefined],
  ['metadata of 21 levels', MetadataInput, nested(21)],
  ['metadata of 5,000 levels', MetadataInput, nested(5000)],
  ['metadata of 5,000 nested lists', MetadataInput, lists(5000)],
  ['metadata above 16 KiB', MetadataInput, { a: 'x'.repeat(16 * 1024 - 7) }],
  ['metadata above 16 KiB in UTF-8', MetadataInput, { a: 'ö'.repeat(8 * 1024) }],
  ['metadata with a lone surrogate', MetadataInput, { a: '\ud800' }],
  ['a currency code of two letters', CurrencyCodeInput, 'eu'],
  ['a currency code of four letters', CurrencyCodeInput, 'euro'],
  ['a kept currency code of four letters', GivenCurrencyCodeInput, 'EURO'],
  ['a currency code with a line break', CurrencyCodeInput, 'eur\n'],
  ['a currency code with a Kelvin sign', CurrencyCodeInput, 'us\u212a'],
  ['a country code of three letters', CountryCodeInput, 'deu'],
  ['a negative amount', AmountInput, -0.01],
  ['an amount beyond 2^53', AmountInput, 2 ** 53 + 2],
  ['an infinite amount', AmountInput, Number.POSITIVE_INFINITY],
  ['an amount that is NaN', AmountInput, Number.NaN],
  ['an amount as text', AmountInput, '8'],
  ['a fractional quantity', QuantityInput, 1.5],
  ['a negative quantity', QuantityInput, -1],
  ['a quantity beyond 2^53', QuantityInput, 2 ** 53],
  ...['__proto__', 'constructor', 'toJSON', '', '$where', 'a b', 'a-b', 'x'.repeat(101)].flatMap(
    (name): [string, z.ZodType, unknown][] => [
      [`rules with the name ${name}`, RulesInput, json(`{"${name}":"x"}`)],
      [`list rules with the name ${name}`, ListRulesInput, json(`{"${name}":["x"]}`)],
    ],
  ),
  ['rules with a number as a value', RulesInput, { region_id: 1 }],
  ['rules with null as a value', RulesInput, { region_id: null }],
  ['rules with an object as a value', RulesInput, { region_id: { $ne: '' } }],
  ['rules with a list as a value', RulesInput, { region_id: ['a'] }],
  ['rules with a value that is too long', RulesInput, { region_id: 'x'.repeat(1025) }],
  ['rules with NUL', RulesInput, { region_id: '\0' }],
  ['too many rules', RulesInput, Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 'x']))],
  ['rules that are a list', RulesInput, []],
  ['list rules with a number as a value', ListRulesInput, { region_id: [1] }],
  ['text with NUL', TextInput(), 'a\0b'],
  ['text with a lone surrogate', TextInput(), 'a\udc00'],
  ['text that is too long', TextInput(), 'x'.repeat(4097)],
  ['an empty id', IdInput, ''],
  ['an id that is too long', IdInput, 'x'.repeat(101)],
  ['an id with NUL', IdInput, 'a\0'],
  ['a query operator as an id', IdInput, { $ne: null }],
  ['a word as a date', TimestampInput, 'tomorrow'],
  ['a day that does not exist', TimestampInput, '2026-02-30'],
  ['a date that begins with the day', TimestampInput, '26/01/2026'],
  ['a time without a date', TimestampInput, '10:00'],
  ['a number as a date', TimestampInput, '5'],
  ['a base price for no quantity', VariantPriceInput, { ...price, ...forNone }],
  ['a new base price of a change for no quantity', VariantPriceChangeInput, { ...price, ...forNone }],
  ['a changed base price for no quantity', VariantPriceChangeInput, { id: 'price_1', ...forNone }],
  ['an unknown page parameter', Page, { foo: '1' }],
  ...['', ' ', '-1', '+1', '1.5', '0x10', '1e2', 'abc', '1'.repeat(17), '١'].flatMap((text): [string, z.ZodType, unknown][] => [
    [`a limit of ${JSON.stringify(text)}`, Page, { limit: text }],
    [`an offset of ${JSON.stringify(text)}`, Page, { offset: text }],
  ]),
  ['an offset of ten digits', Page, { offset: '1234567890' }],
  ['the limit parameter twice', Page, { limit: ['1', '2'] }],
  ['a fields parameter that is too long', FieldsQuery, 'x'.repeat(10_241)],
  ['the fields parameter twice', FieldsQuery, ['id', 'total']],
]

describe('requests may contain', () => {
  it.each(accepted)('%s', (_, schema, input, output) => {
    const result = schema.safeParse(input)

    expect(result.error?.issues ?? []).toEqual([])
    expect(result.data).toStrictEqual(output)
  })
})

describe('requests must not contain', () => {
  it.each(refused)('%s', (_, schema, input) => {
    const result = schema.safeParse(input)

    expect(result.success).toBe(false)
    expect(result.error?.issues[0]?.message).toBeTruthy()
  })
})

it.each<[z.ZodType, unknown, string]>([
  [MetadataInput, { $set: 1 }, "Field 'it': must not contain keys that begin with $"],
  [MetadataInput, { a: 'x'.repeat(20_000) }, "Field 'it': must not be larger than 16384 bytes as JSON"],
  [TextInput(5), 'x'.repeat(6), "Value for field 'it' too big, expected at most: '5'"],
  [FilledTextInput(), '', "Value for field 'it' too small, expected at least: '1'"],
  [z.array(IdInput).max(2), ['a', 'b', 'c'], "Value for field 'it' too big, expected at most: '2'"],
  [RulesInput, { 'a b': 'x' }, "Field 'it': must have attributes of 1 to 100 letters, digits, dots and underscores"],
])('refusals name the limit that was exceeded', (schema, it, message) => {
  const body = z.object({ it: schema })
  const operation = { path: '/admin/things', query: z.object({}), params: z.object({}), body } as const
  const refusal = invalidRequest(body.safeParse({ it }).error!.issues, { input: { it }, operation, part: 'body' })

  expect(refusal.message).toBe(`Invalid request: ${message}`)
})
