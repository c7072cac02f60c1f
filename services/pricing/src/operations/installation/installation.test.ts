import { getFeatureFlags, listPlugins } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

const ADMIN = { type: 'user', id: 'user_1', identity_id: null } as const

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

it('returns the feature flags of a new Medusa installation without authentication', async () => {
  const { status, body } = await service.send(getFeatureFlags, {})

  expect(status).toBe(200)
  expect(getFeatureFlags.response.strict().safeParse(body).error).toBeUndefined()
  expect(Object.entries(body.feature_flags)).toEqual(
    ['backend_hmr', 'caching', 'index_engine', 'rbac', 'rbac_filter_fields', 'translation', 'view_configurations'].map((key) => [
      key,
      false,
    ]),
  )
})

it('lists the plugins for administrators only', async () => {
  const { status, body } = await service.send(listPlugins, { actor: ADMIN })

  expect([status, body]).toEqual([200, { plugins: [{ name: '@medusajs/draft-order' }, { name: '@medusajs/loyalty-plugin' }] }])
  expect((await service.send(listPlugins, { actor: { type: 'anonymous' } })).status).toBe(401)
})
