import { expect, it } from 'vitest'
import type { z } from 'zod'
import { fieldsOf } from '../src/fields/field-schema.ts'
import { operations } from '../src/operations.ts'
import { OrderItem, StoreOrderItem } from '../src/orders/order-item.ts'

/** The records that an answer can hold, at any depth. */
function recordsIn(schema: z.ZodObject, seen = new Set<z.ZodObject>()): Set<z.ZodObject> {
  if (seen.has(schema)) return seen
  seen.add(schema)
  for (const { relation } of fieldsOf(schema).values()) if (relation) recordsIn(relation, seen)
  return seen
}

const shownBy = ({ response, selects }: (typeof operations)[number]) =>
  new Set([...recordsIn(response as z.ZodObject), ...(selects ? recordsIn(selects.schema) : [])])
const outside = operations.filter(({ path }) => path?.startsWith('/store/') || path?.startsWith('/vendor/'))

it('storefronts and sellers are shown lines of orders without the id of their cart', () => {
  expect(outside.filter((one) => shownBy(one).has(OrderItem)).map(({ name }) => name)).toEqual([])
  expect(outside.filter((one) => shownBy(one).has(StoreOrderItem)).length).toBeGreaterThan(15)
})
