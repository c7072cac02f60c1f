import { addOrderEditShippingMethod, beginOrderEdit, unavailable } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from './records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from './service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

it('a change whose response lacks the customer is reported as outcome unknown, and a retry shows it', async () => {
  const order = anOrderRecord()
  await insertMissing(service.db, { orders: [order] })
  await service.call(beginOrderEdit, { body: { order_id: order.id } })
  const op_id = mintOpId(Date.now())
  const add = () =>
    service.admin(addOrderEditShippingMethod, {
      params: { id: order.id },
      body: { shipping_option_id: EXPRESS },
      op_id,
      tries: 1,
    })
  const run = service.db.command.bind(service.db)
  const away = vi.spyOn(service.db, 'command').mockImplementation(async (...args) => {
    if ((args[0] as Record<string, unknown>).find === 'customers') throw unavailable()
    return run(...args)
  })

  const first = await add().finally(() => away.mockRestore())
  const repeat = await add()

  expect(first).toMatchObject({ status: 504, failure: 'outcome_unknown' })
  expect(repeat).toMatchObject({ status: 200, body: { order_preview: { customer: { id: 'cus_1' } } } })
  expect(repeat.body.order_preview.order_change.actions).toHaveLength(1)
})
