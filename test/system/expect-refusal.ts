import { expect } from 'vitest'
import type { HttpAnswer } from './system.ts'

export interface Refusal {
  status: number
  type?: string
  code?: string
  /** The whole text, or a pattern of it. */
  message?: string | RegExp
}

const MEMBERS = new Set(['code', 'type', 'message', 'errors', 'request_id'])

/** Texts that must never leave: stack frames, paths of this machine, and the words of servers, drivers and collections. */
export const INTERNALS =
  /\bat \S+ \(|node_modules|\/work\/|\/home\/|file:\/\/|\.ts:\d|\.js:\d|mongodb:\/\/|nats:\/\/|E11000|Mongo[A-Z]\w*Error|BSON|ECONN|\$SRV|_INBOX|api_keys|auth_identities|gift_cards collection|undefined is not (?:an? |iterable|defined)|Cannot read propert|is not a function|ZodError|SyntaxError|TypeError|RangeError|\bfastify\b|FST_ERR/

/** The answer is a refusal in the one shape that refusals have, and shows nothing of the inside. */
export function expectRefusal(answer: HttpAnswer, { status, type, code, message }: Refusal) {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) })
  expectErrorShape(answer)
  if (type !== undefined) expect(answer.body.type).toBe(type)
  if (code !== undefined) expect(answer.body.code).toBe(code)
  if (typeof message === 'string') expect(answer.body.message).toBe(message)
  else if (message) expect(answer.body.message).toMatch(message)
}

/** Shape, request id and discretion of any refusal. */
export function expectErrorShape({ status, headers, text, body }: HttpAnswer) {
  expect(headers.get('content-type'), text).toBe('application/json; charset=utf-8')
  expect({ ...body, unknown: Object.keys(body).filter((key) => !MEMBERS.has(key)) }, text).toMatchObject({
    type: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/^.+/),
    request_id: headers.get('request-id'),
    unknown: [],
  })
  if (body.errors) {
    for (const problem of body.errors) {
      expect(problem).toEqual({ path: expect.any(Array), code: expect.any(String), message: expect.any(String) })
    }
  }
  expect(text).not.toMatch(INTERNALS)
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="souk"/)
  if (status === 503 || status === 429) expect(headers.get('retry-after')).toMatch(/^\d+$/)
}

const CHANGING = new Set(['date', 'request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])

/** All that a client can see of an answer, less the request's own id: equal for answers that must not be told apart. */
export function visible({ status, headers, text, body }: HttpAnswer) {
  const id = typeof body?.request_id === 'string' ? body.request_id : headers.get('request-id')
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !CHANGING.has(name))),
    text: id ? text.replaceAll(id, '<request id>') : text,
  }
}
