import { commandsOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrdersUnderTest, startOrders } from '../../test/service.ts'
import { createCounters } from './counters.ts'

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

it('numbers requested at the same time are reserved by one command, each once, and fail together', async () => {
  const { take } = createCounters(service.db)
  const counts = [1, 3, 2, 1]
  const takeAll = () => Promise.allSettled(counts.map((count) => take('test', count, Date.now() + 30_000)))
  const taken: unknown[] = []
  const commands = await commandsOf(service.db, async () => {
    for (const _ of [1, 2]) taken.push(...(await takeAll()))
  })
  expect(taken).toEqual([1, 2, 5, 7, 8, 9, 12, 14].map((value) => ({ status: 'fulfilled', value })))
  expect(commands.filter(({ ns }) => ns.endsWith('.counters'))).toHaveLength(2)

  const counters = service.db.collection<{ _id: string; value: unknown }>('counters')
  await counters.updateOne({ _id: 'test' }, { $set: { value: 'no number' } })
  const [refused, other] = await Promise.all([takeAll(), take('other', 1, Date.now() + 30_000)])
  expect([refused.map(({ status }) => status), other]).toEqual([counts.map(() => 'rejected'), 1])
  await counters.updateOne({ _id: 'test' }, { $set: { value: 20 } })
  expect((await takeAll())[0]).toEqual({ status: 'fulfilled', value: 21 })
})
