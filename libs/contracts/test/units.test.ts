import { expect, it } from 'vitest'
import { updateDraftOrderItem, updateOrderEditItem } from '../src/index.ts'

it.each([
  ['a draft order', updateDraftOrderItem.body],
  ['an order', updateOrderEditItem.body],
])('a quantity of -0 of a line item of %s is read as 0', (_, body) => {
  expect(body.parse({ quantity: -0 }).quantity).toBe(0)
  expect(body.parse({ quantity: 1.5 }).quantity).toBe(1.5)
  expect(body.safeParse({ quantity: 2 ** 31 }).success).toBe(false)
  expect(body.safeParse({ quantity: -1 }).success).toBe(false)
})
