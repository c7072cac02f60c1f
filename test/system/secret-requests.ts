import { mutates, type Operation } from '@souk/contracts'
import type { Canaries } from './canaries.ts'
import { type HonestRequest, withQuery } from './scenes/honest-request.ts'
import type { Anything } from './send-anything.ts'

/** A request with secrets where a client may put them, rightly, by mistake or in malice. */
export interface SecretRequest extends Anything {
  place: string
  /** Texts that its refusal may quote. */
  sent: string[]
}

/** Credentials that open nothing (any more). */
export interface Worthless {
  expired_token: string
  garbled_token: string
  unknown_key: string
}

interface Sources {
  operation: Operation
  honest: HonestRequest
  canaries: Canaries
  worthless: Worthless
  /** With which the operation is allowed. */
  credentials: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

/** Of the places that are the same for every operation each takes one in so many, beginning at another one. */
const ONE_IN = 3

/**
 * Requests of one operation with secrets in places of a request, most of them added to an honest one. Three operations in a row
 * have them in all places.
 * @param nth of how many operations this is
 */
export function requestsWithSecrets(
  { operation, honest, canaries, worthless, credentials }: Sources,
  nth: number,
): SecretRequest[] {
  const { name, method = 'GET' } = operation
  const { path, body } = honest
  const { expired_token, garbled_token, unknown_key } = worthless
  const quotable = (what: string) => canaries.make(`${what} of ${name}`, { quotable: true })
  const password = canaries.make(`a password sent to ${name}`)
  const code = canaries.make(`a gift card code sent to ${name}`)
  const key = canaries.make(`an idempotency key sent to ${name}`)
  const hidden = { password, code, token: expired_token, bearer: garbled_token, secret: unknown_key, key }
  const query = new URLSearchParams(hidden).toString()
  const encoded = encodeURIComponent

  const make = (place: string, change: Partial<Anything>, sent: string[] = []): SecretRequest => {
    const request = { method, path, ...(body && { body }), ...change }
    const type = request.body === undefined ? {} : JSON_TYPE
    return { ...request, place, sent, headers: { ...credentials, ...honest.headers, ...type, ...change.headers } }
  }
  const withQuoted = (place: string, change: (text: string) => Partial<Anything>) => {
    const text = quotable(place)
    return make(place, change(text), [text])
  }

  const headers: Record<string, Record<string, string>> = {
    'various headers': {
      cookie: `connect.sid=${expired_token}; password=${encoded(password)}`,
      'proxy-authorization': basic(`me:${password}`),
      'user-agent': `curl ${password}`,
      referer: `https://shop.example/?${query}`,
      origin: `https://${code}`,
      traceparent: garbled_token,
      'x-timeout-ms': code,
      'x-gift-card-code': code,
      'x-auth-token': expired_token,
      'x-api-key': unknown_key,
      'x-forwarded-host': password,
      'if-none-match': code,
    },
    'If-Match': { 'if-match': password },
    'an expired token': { authorization: `Bearer ${expired_token}` },
    'a garbled token': { authorization: `Bearer ${garbled_token}` },
    'a secret key as a bearer token': { authorization: `Bearer ${unknown_key}` },
    'an unknown secret key': { authorization: basic(`${unknown_key}:`) },
    'an unknown secret key that is not base64-encoded': { authorization: `Basic ${unknown_key}` },
    'a password as the user name': { authorization: basic(`${password}:${code}`) },
    'a password without a scheme': { authorization: password },
    'another authentication scheme': { authorization: `Digest username="${password}", response="${unknown_key}"` },
    'a secret key as the publishable key': { 'x-publishable-api-key': unknown_key },
    'an idempotency key': { 'idempotency-key': key },
    'an idempotency key that is too long': { 'idempotency-key': key.repeat(10) },
  }

  const bodies: Record<string, Partial<Anything>> = {
    'a body without its last brace': { body: JSON.stringify({ ...body, ...hidden }).slice(0, -1) },
    'a body with a missing comma': { body: `{"password":"${password.replaceAll('"', '')}" "code":1}` },
    'a body with an unquoted secret': { body: `{"password":${password}}` },
    'a body that is only a secret': { body: password },
    'a body that is a string': { body: JSON.stringify(code) },
    'a body that is a list': { body: [hidden] },
    'a body with a repeated key': { body: `{"code":${JSON.stringify(code)},"code":${JSON.stringify(password)}}` },
    'a body with a forbidden key': { body: `{"__proto__":${JSON.stringify(hidden)}}` },
    // Nobody reads that of a query: under one that buffers do not hold, the connection would end before a long answer does.
    'a body that is too large': { body: { ...hidden, filler: 'x'.repeat(mutates(operation) ? 300_000 : 30_000) } },
    'a form body': { body: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    'a plain-text body': { body: password, headers: { 'content-type': 'text/plain' } },
    'a body falsely declared as compressed': { body: hidden, headers: { 'content-encoding': 'gzip' } },
    'a body with a wrong content length': { body: hidden, headers: { 'content-length': '5', connection: 'close' } },
  }

  const wrongMethods = ['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'].map((wrong) =>
    make(wrong, { method: wrong, path: withQuery(path, query), headers: { authorization: `Bearer ${garbled_token}` } }),
  )
  const everywhereAlike = [
    ...Object.entries(headers).map(([place, more]) => make(place, { headers: more })),
    ...Object.entries(bodies).map(([place, change]) => make(place, change)),
    ...wrongMethods,
  ]

  return [
    make('an honest request', {}),
    make('unknown fields', { body: { ...body, ...hidden, nested: hidden, list: [hidden] } }),
    ...everywhereAlike.filter((_, index) => index % ONE_IN === nth % ONE_IN),
    make('the query string', { path: withQuery(path, query) }),
    make('a malformed query string', { path: withQuery(path, `password=%zz${encoded(password)}`) }),
    make('a query string with a repeated parameter', {
      path: withQuery(path, `token=${expired_token}&token=${encoded(password)}`),
    }),
    make('a malformed path', { path: `${path}/%zz${encoded(password)}?${query}` }),
    make('a short timeout', { headers: { 'x-timeout-ms': '50' }, path: withQuery(path, query) }),
    withQuoted('fields', (text) => ({ path: withQuery(path, `fields=${encoded(text)}`) })),
    withQuoted('the page parameters', (text) => ({ path: withQuery(path, `limit=${encoded(text)}&offset=${encoded(text)}`) })),
    withQuoted('a longer path', (text) => ({ path: `${path}/${encoded(text)}?${query}` })),
    withQuoted('a path with another last segment', (text) => ({ path: path.replace(/[^/]+$/, encoded(text)) })),
    withQuoted('an id', (text) => ({ path: path.replace(/[^/]*\d[^/]*/, encoded(text)) })),
    withQuoted('a path of 8 000 characters', (text) => ({ path: `${path}/${encoded(text).repeat(100)}` })),
    withQuoted('a field name', (text) => ({ body: { ...body, [text]: 1 } })),
    withQuoted('a free-form object', (text) => ({ body: { ...body, metadata: { password: text } } })),
    ...(mutates(operation) ? Object.keys(body ?? {}) : []).map((field) =>
      withQuoted(`the field ${field}`, (text) => ({ body: { ...body, [field]: text } })),
    ),
  ]
}
