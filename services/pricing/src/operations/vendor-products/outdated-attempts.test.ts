import { createVendorProduct, createVendorProductOption, getVendorProduct } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { testServers } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let other: PricingUnderTest
beforeAll(async () => {
  const servers = testServers()
  service = await startPricing(servers)
  other = await startPricing(servers)
  await seedPricing(service.db)
})
afterAll(async () => {
  await other.leave()
  await service.stop()
})

const actor = memberOf(ids.seller)

it('every attempt at an outdated change gets the same answer, also when replicas make them at once', async () => {
  const cup = { title: 'Cup', options: [{ title: 'Glaze', values: ['red'] }] }
  const { id } = (await service.send(createVendorProduct, { actor, body: cup })).body.product
  for (let round = 0; round < 30; round++) {
    const again = { actor, params: { id }, op_id: mintOpId(Date.now()), if_match: '"999999"' }
    const body = { title: 'Lining', values: ['silk', 'none'] }
    const attempts = [service, other].map((one) => one.send(createVendorProductOption, { ...again, body, replica: one.id }))
    for (const { status, body: answer } of await Promise.all(attempts)) expect(status, JSON.stringify(answer)).toBe(412)
  }
  const { options } = (await service.send(getVendorProduct, { actor, params: { id } })).body.product
  expect(options).toMatchObject([{ title: 'Glaze' }])
  expect(await service.db.collection('product_options').countDocuments({ title: 'Lining' })).toBe(0)
})
