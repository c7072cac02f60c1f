import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invalidRequest } from '../src/index.ts'

const Body = z.strictObject({
  name: z.string(),
  parts: z.array(z.strictObject({ size: z.number(), kind: z.enum(['a', 'b']) })).optional(),
  owner: z.strictObject({ id: z.string() }).optional(),
})

const refused = (input: unknown, path: `/admin/${string}` | `/vendor/${string}`) => {
  const operation = { path, query: z.object({}), params: z.object({}), body: Body }
  return invalidRequest(Body.safeParse(input).error!.issues, { input, operation, part: 'body' })
}

describe('a refused body', () => {
  it.each([
    [{ name: [] }, "Expected type: 'string' for field 'name', got: ''"],
    [{ name: ['a', null, 2, { toString: 5 }] }, "Expected type: 'string' for field 'name', got: 'a,,2,[object Object]'"],
    [{ name: [['a']] }, "Expected type: 'string' for field 'name', got: 'array'"],
    [{ name: ['a'.repeat(101)] }, "Expected type: 'string' for field 'name', got: 'array'"],
    [{ name: {} }, "Expected type: 'string' for field 'name', got: '[object Object]'"],
    [{ name: 'a', owner: { id: 5 } }, "Expected type: 'string' for field 'owner, id', got: '5'"],
    [{ name: 'a', parts: [{ size: 'x', kind: 'a' }] }, "Field 'parts, 0, size' is required"],
    [{ name: 'a', parts: [{ size: 1, kind: 'c' }] }, "Field 'parts, 0, kind' is required"],
    [{ name: 'a', parts: [5] }, "Field 'parts, 0' is required"],
    [[], "Field '' is required"],
  ])('%j is worded as in Medusa, which does not look into arrays', (input, message) => {
    expect(refused(input, '/admin/things').message).toBe(`Invalid request: ${message}`)
  })

  it('still has what is wrong inside of an array among its errors', () => {
    const { errors } = refused({ name: 'a', parts: [{ size: 'x', kind: 'a' }] }, '/admin/things')
    expect(errors).toMatchObject([{ message: "Expected type: 'number' for field 'parts, 0, size', got: 'x'" }])
  })

  it('tells sellers the types alone, as in Mercur', () => {
    expect(refused({ name: [] }, '/vendor/things').message).toMatch(/got: 'array'$/)
    expect(refused({ name: 'a', parts: [5] }, '/vendor/things').message).toMatch(/'parts, 0', got: 'number'$/)
  })
})
