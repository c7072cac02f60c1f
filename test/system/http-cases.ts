import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { operations } from '@souk/contracts'
import { expect } from 'vitest'
import { expectErrorShape } from './expect-refusal.ts'
import type { HttpAnswer, HttpOptions, System } from './system.ts'

/** One recorded expectation: the given state, one request, and checks of its answer. */
export interface HttpCase {
  id: string
  given: string
  request: {
    to: string
    existing?: unknown
    as?: string
    key?: boolean | string
    headers?: Record<string, string>
    body?: unknown
  }
  expect: Expectation
}

interface Expectation {
  status: number
  /** A part of the body. */
  body?: object
  /** Values by path; `[*]` stands for every element of a list: one of them, or all of them as a list, must be the value. */
  body_has?: Record<string, unknown>
  /** Exactly these keys by path. */
  body_exact_keys?: Record<string, string[]>
  body_has_string?: string
  has_object?: string
  not_null?: string[]
  falsy?: string[]
  /** Of the price list that the request is about, once it was answered. */
  after_get?: PricesAfter
  /** Lengths of lists by path. */
  count?: Record<string, number>
  message?: string
  message_starts?: string
  each_order_has?: string[]
  /** A pattern of the gift card's code. */
  code_pattern?: string
  new_method_actions?: object[]
  /** Of the first change of a list. */
  confirmed_by_starts?: string
  /** Of the change's last action. */
  last_action_details?: object
  /** Expectations of later requests; checked by the test that sends them. */
  then?: object
}

interface PricesAfter {
  prices_count_unchanged?: true
  prices_count?: number
  amount_for_1_100?: number
  one_has_rules?: Record<string, string>
}

/** The values of `{name}` in a case. */
export type Values = Record<string, string>

const WITH_A_CHECK = new Set([
  'status',
  'body',
  'body_has',
  'body_exact_keys',
  'body_has_string',
  'has_object',
  'not_null',
  'falsy',
  'after_get',
  'count',
  'message',
  'message_starts',
  'each_order_has',
  'code_pattern',
  'new_method_actions',
  'confirmed_by_starts',
  'last_action_details',
  'then',
])

export const readCases = (file = 'http-cases.jsonl'): HttpCase[] =>
  readFileSync(resolve(import.meta.dirname, '../data', file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as HttpCase)

/** Whether some operation answers this method on this path; a `{name}` stands for any one segment. */
export function offers(method: string, path: string): boolean {
  const segments = path.split('/')
  return operations.some((operation) => {
    const declared = operation.path?.split('/')
    if (operation.method !== method || declared?.length !== segments.length) return false
    return declared.every((segment, at) => (segment.startsWith(':') ? segments[at] !== '' : segment === segments[at]))
  })
}

function targetOf({ to }: HttpCase['request']) {
  const [method = '', url = ''] = to.split(' ')
  return { method, url, path: url.split('?')[0]! }
}

/** Sends the case's request with the placeholders filled in, and `query` behind it. */
export function send(system: System, { request }: HttpCase, values: Values, actors: Values, query = ''): Promise<HttpAnswer> {
  const { method, url } = targetOf(request)
  const { as = 'anonymous', key, headers = {}, body } = request
  const options: HttpOptions = { as: 'anonymous', key: false, headers: { ...headers, ...credential(as, system, actors) } }
  if (key !== undefined) options.key = key === 'revoked' ? system.secrets.revoked_publishable_key : key
  if (body !== undefined && body !== null) options.body = filled(body, values)
  return system.http(method, filled(url, values) + query, options)
}

function credential(as: string, { tokens, secretKey }: System, actors: Values): Record<string, string> {
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? expect.fail(`nobody is ${as}`)}` })
  switch (as) {
    case 'anonymous':
      return {}
    case 'sellerA':
      return bearer(tokens.seller)
    case 'sellerB':
      return bearer(tokens.foreign_seller)
    case 'admin':
      return bearer(tokens.admin)
    case 'customer':
      return bearer(tokens.customer)
    case 'Basic sk_...':
      return { authorization: `Basic ${secretKey}` }
    case 'Bearer sk_...':
      return bearer(secretKey)
    default:
      return bearer(actors[as])
  }
}

/** The value with every `{name}` in its texts replaced. @throws when a name has no value */
function filled<T>(value: T, values: Values): T {
  const replace = (text: string) =>
    text.replaceAll(/\{([\w.]+)\}/g, (_whole, name: string) => values[name] ?? expect.fail(`nothing stands for {${name}}`))
  if (typeof value === 'string') return replace(value) as T
  if (Array.isArray(value)) return value.map((one) => filled(one, values)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, values)])) as T
}

/** Checks the answer against everything that the case expects of it. */
export function expectAnswer(answer: HttpAnswer, expectation: Expectation, values: Values) {
  expect(
    Object.keys(expectation).filter((name) => !WITH_A_CHECK.has(name)),
    'expectations that nothing checks',
  ).toEqual([])
  const { status, body, text } = answer
  expect(status, text).toBe(expectation.status)
  if (status >= 400) expectErrorShape(answer)
  if (expectation.body) expect(body).toMatchObject(filled(expectation.body, values))
  for (const [path, expected] of Object.entries(filled(expectation.body_has ?? {}, values))) expectAt(body, path, expected)
  for (const [path, keys] of Object.entries(expectation.body_exact_keys ?? {})) {
    expect(Object.keys(valueAt(body, path) as object).sort()).toEqual(keys.toSorted())
  }
  for (const [path, length] of Object.entries(expectation.count ?? {})) expect(valueAt(body, path)).toHaveLength(length)
  if (expectation.body_has_string) expect(valueAt(body, expectation.body_has_string)).toEqual(expect.stringMatching(/./))
  if (expectation.has_object)
    expect(valueAt(body, expectation.has_object)).toEqual(expect.objectContaining({ id: expect.any(String) }))
  for (const path of expectation.not_null ?? []) expect(valueAt(body, path), path).toEqual(expect.anything())
  for (const path of expectation.falsy ?? []) expect(valueAt(body, path), path).toBeFalsy()
  if (expectation.message !== undefined) expect(body.message).toBe(filled(expectation.message, values))
  if (expectation.message_starts !== undefined)
    expect(body.message.slice(0, expectation.message_starts.length)).toBe(expectation.message_starts)
  if (expectation.code_pattern) expect(body.gift_card.code).toMatch(new RegExp(expectation.code_pattern))
  for (const name of expectation.each_order_has ?? []) {
    expect(body.orders.length).toBeGreaterThan(0)
    for (const order of body.orders) expect(order).toHaveProperty(name)
  }
  if (expectation.confirmed_by_starts)
    expect(body.order_changes[0].confirmed_by.startsWith(expectation.confirmed_by_starts)).toBe(true)
  if (expectation.last_action_details)
    expect(body.order_preview.order_change.actions.at(-1).details).toMatchObject(expectation.last_action_details)
  if (expectation.new_method_actions) {
    const added = body.order_preview.shipping_methods.at(-1)
    expect(added.actions).toHaveLength(expectation.new_method_actions.length)
    expect(added.actions).toMatchObject(filled(expectation.new_method_actions, { ...values, new_method: added.id }))
  }
}

/** Checks what a case expects of a price list's prices afterwards. @param before how many there were */
export async function expectPricesAfter(system: System, { expect: { after_get } }: HttpCase, values: Values, before: number) {
  if (!after_get) return
  const { prices } = (await system.http('GET', `/admin/price-lists/${values.id}/prices?fields=%2Brules`)).body as {
    prices: { amount: number; min_quantity: number | null; max_quantity: number | null; rules: Record<string, string> }[]
  }
  const { prices_count_unchanged, prices_count, amount_for_1_100, one_has_rules, ...others } = after_get
  expect(others, 'expectations that nothing checks').toEqual({})
  expect(prices).toHaveLength(prices_count_unchanged ? before : (prices_count ?? prices.length))
  const bounded = prices.find(({ min_quantity, max_quantity }) => min_quantity === 1 && max_quantity === 100)
  if (amount_for_1_100 !== undefined) expect(bounded?.amount).toBe(amount_for_1_100)
  if (one_has_rules) expect(prices.map(({ rules }) => rules)).toContainEqual(filled(one_has_rules, values))
}

function expectAt(body: unknown, path: string, expected: unknown) {
  if (!path.includes('[*]')) return expect(valueAt(body, path), path).toEqual(asPart(expected))
  const found = valuesAt(body, path)
  if (Array.isArray(expected) && !Array.isArray(found[0])) return expect(found, path).toEqual(expected)
  expect(found, path).toContainEqual(asPart(expected))
}

const asPart = (expected: unknown) =>
  typeof expected === 'object' && expected !== null && !Array.isArray(expected) && Object.keys(expected).length > 0
    ? expect.objectContaining(expected)
    : expected

const stepsOf = (path: string) => path.replaceAll('[', '.[').split('.')
const valueAt = (body: unknown, path: string) => valuesAt(body, path)[0]

function valuesAt(body: unknown, path: string): unknown[] {
  return stepsOf(path).reduce<unknown[]>(
    (values, step) => {
      if (step === '[*]') return values.flatMap((value) => (Array.isArray(value) ? value : []))
      const key = step.startsWith('[') ? step.slice(1, -1) : step
      return values.map((value) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      )
    },
    [body],
  )
}
