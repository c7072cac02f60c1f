import {
  createStockLocation,
  listFulfillmentProviderOptions,
  listFulfillmentProviders,
  manageStockLocationFulfillmentProviders,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const list = async (query = '') => (await send(listFulfillmentProviders, undefined, { query })).body

it('lists the configured fulfillment providers, optionally by stock location', async () => {
  const manual = { id: 'manual_manual', is_enabled: true }
  expect(await list()).toEqual({ fulfillment_providers: [manual], count: 1, offset: 0, limit: 50 })
  const { id } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location
  expect(await list(`stock_location_id=${id}`)).toMatchObject({ fulfillment_providers: [], count: 0 })
  await send(manageStockLocationFulfillmentProviders, id, { body: { add: ['manual_manual'] } })
  expect((await list(`stock_location_id=${id}&fields=id&is_enabled=true`)).fulfillment_providers).toEqual([
    { id: 'manual_manual' },
  ])
})

it('disables fulfillment providers that are no longer configured', async () => {
  const { fulfillmentProviders } = service.deps
  await fulfillmentProviders.configure(['manual_manual', 'post_post'], new Date().toISOString())
  expect((await list('is_enabled=true')).count).toBe(2)
  await fulfillmentProviders.configure(['manual_manual'], new Date().toISOString())
  expect((await list('is_enabled=false')).fulfillment_providers).toEqual([{ id: 'post_post', is_enabled: false }])
  await fulfillmentProviders.configure(['manual_manual', 'post_post'], new Date().toISOString())
  expect((await list('is_enabled=true')).count).toBe(2)
})

it('lists the options of a fulfillment provider', async () => {
  const { body } = await send(listFulfillmentProviderOptions, 'manual_manual')
  expect(body.fulfillment_options).toEqual([{ id: 'manual-fulfillment' }, { id: 'manual-fulfillment-return', is_return: true }])
  expect(refusal(await send(listFulfillmentProviderOptions, 'none'))).toEqual([
    404,
    'not_found',
    'Fulfillment provider with id: none was not found',
  ])
})
