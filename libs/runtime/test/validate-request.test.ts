import { accessOf, defineOperation, type Operation, OperationError, operations, type Problem } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ownEnvelope } from '../src/bus/envelope.ts'
import { mintOpId, parseOpId } from '../src/ids.ts'
import { validateRequest } from '../src/server/validate-request.ts'

const LATER = 'of_a_later_version'

function validate(operation: Operation, body: unknown, { query = '', params = {} } = {}) {
  const { op_id: _, ...envelope } = ownEnvelope('test', 1000)
  const received = { ...envelope, op: parseOpId(mintOpId(Date.now()))!, params, query }
  const data = new TextEncoder().encode(JSON.stringify(body))
  return validateRequest(operation, received, data, { log: () => undefined as never, onWait: () => {} })
}

function problemsOf(...request: Parameters<typeof validate>): readonly Problem[] {
  try {
    validate(...request)
    return []
  } catch (error) {
    if (error instanceof OperationError && error.errors) return error.errors
    throw error
  }
}

/** A value with every key of a schema and one more in each object; texts and numbers may be invalid. */
function withKeysOfLater(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return withKeysOfLater(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return withKeysOfLater(schema.in as z.ZodType)
  if (schema instanceof z.ZodArray) return [withKeysOfLater(schema.element as z.ZodType)]
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodNumber ? 1 : 'text'
  const known = Object.entries(schema.shape).map(([key, inner]) => [key, withKeysOfLater(inner as z.ZodType)])
  return { ...Object.fromEntries(known), [LATER]: 1 }
}

const internal = operations.filter((operation) => accessOf(operation) === 'internal')

describe('a service of a later version', () => {
  it.each(internal.map((operation) => [operation.name, operation] as const))('may send %s unknown fields', (_, operation) => {
    const asked = { query: `${LATER}=1`, params: { [LATER]: '1' } }
    expect(
      problemsOf(operation, withKeysOfLater(operation.body), asked).filter(({ code }) => code === 'unrecognized_keys'),
    ).toEqual([])
  })

  const line = z.strictObject({ id: z.string(), place: z.strictObject({ code: z.string() }).nullable() })
  const body = z.strictObject({ id: z.string(), lines: z.array(line).max(2) })
  const asked = { service: 'cart', summary: '', body, response: z.object({}) } as const
  const ask = defineOperation({ ...asked, name: 'ask' })
  const known = { id: 'a', lines: [{ id: 'b', place: { code: 'c' } }] }
  const more = { ...known, [LATER]: 1, lines: [{ id: 'b', [LATER]: 2, place: { code: 'c', [LATER]: [3] } }] }

  it('gets the unknown parts of its request ignored', () => {
    expect(validate(ask, more).body).toEqual(known)
    expect(validate(ask, known).body).toEqual(known)
  })

  it('gets errors only for what is wrong, not for unknown fields', () => {
    const problems = problemsOf(ask, { ...more, id: 1 })
    expect(problems.map(({ path, code }) => [path, code])).toEqual([[['id'], 'invalid_type']])
  })

  it('is treated differently from clients, whose unknown fields are rejected', () => {
    const routed = defineOperation({ ...asked, name: 'post-ask', method: 'POST', path: '/admin/asks' })
    expect(problemsOf(routed, more).map(({ code }) => code)).toEqual(Array(3).fill('unrecognized_keys'))
  })
})
