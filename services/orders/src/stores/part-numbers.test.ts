import { commandsOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrdersUnderTest, startOrders } from '../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

it('numbers of returns, claims and exchanges continue after a restart, which reads no orders for them', async () => {
  const { nextPartNumber, ensureIndexes } = service.deps.orders
  const before = await nextPartNumber('return', Date.now() + 30_000)

  const commands = await commandsOf(service.db, ensureIndexes)

  expect(commands.filter(({ command }) => command.aggregate === 'orders')).toEqual([])
  expect(commands.some(({ command }) => command.find === 'counters')).toBe(true)
  expect(await nextPartNumber('return', Date.now() + 30_000)).toBe(before + 1)
})
