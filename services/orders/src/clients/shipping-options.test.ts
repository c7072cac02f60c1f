import { expect, it } from 'vitest'
import { createShippingOptions } from './shipping-options.ts'

it('a quote is kept for half a second, since pricing answers from records that are half a second old', async () => {
  let [amount, now] = [10, 1]
  const bus = { call: async () => ({ shipping_option: { amount } }) }
  const { quote } = createShippingOptions(bus as never, { now: () => now })
  const basis = { currency_code: 'eur', region_id: null, tax_address: { country_code: null, province: null } }
  const asked = async (at: number) => {
    now = 1 + at
    return (await quote('so_1', basis, {} as never))?.amount
  }

  expect(await asked(0)).toBe(10)
  amount = 12
  expect(await asked(500)).toBe(10)
  expect(await asked(501)).toBe(12)
})
