import { expect, it } from 'vitest'
import { omitting } from '../src/fields/omitting.ts'

interface Wide {
  id: string
  secret?: string
  parts: string[]
}

it('copies a record without the given fields, present or not, and shares what the others hold', () => {
  const withoutSecret = omitting<Wide, 'secret'>(['secret'])
  const told: Wide = { id: 'a', secret: 's', parts: ['x'] }
  const silent: Wide = { id: 'b', parts: [] }

  const copy = withoutSecret(told)

  expect(copy).toEqual({ id: 'a', parts: ['x'] })
  expect(copy).not.toHaveProperty('secret')
  expect(copy.parts).toBe(told.parts)
  expect(told).toHaveProperty('secret')
  expect(withoutSecret(silent)).toEqual(silent)
})
