import { findShippingPlace } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

it('find-shipping-place returns the provider and location of an option, and null for an unknown one', async () => {
  const find = async (shipping_option_id: string) => {
    const answer = await service.call(findShippingPlace, { body: { shipping_option_id } })
    expect(findShippingPlace.response.strict().safeParse(answer).error).toBeUndefined()
    return answer.place
  }
  expect(await find(ids.shipping_option)).toMatchObject({
    provider_id: 'manual_manual',
    location: { id: ids.stock_location, address: { country_code: 'de' } },
  })
  expect(await find('so_none')).toBeNull()
})
