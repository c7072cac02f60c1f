import { createVendorProduct, getOnboarding, recalculateOnboarding, updateOwnSeller } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

const NEW = memberOf('sel_new', 'mem_new')
let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
  const members = (id: string, seller_id: string) => [aMember({ id, seller_id })]
  await insertMissing(service.db, {
    sellers: [
      aSeller({ id: 'sel_new', handle: 'new', country_code: null, members: members('mem_new', 'sel_new') }),
      aSeller({ id: ids.seller, handle: 'seeded', members: members(ids.member, ids.seller) }),
    ],
  })
})
afterAll(() => service.stop())
const get = (actor = NEW) => service.send(getOnboarding, { actor })

it('the onboarding of a new seller shows nothing as done', async () => {
  const { status, body, etag } = await get()
  expect({ status, etag }).toMatchObject({ status: 200, etag: expect.stringMatching(/^"1/) })
  expect(body.onboarding).toEqual({
    id: 'sel_onb_new',
    seller_id: 'sel_new',
    ...{ store_information: false, stripe_connection: false, locations_shipping: false, products: false },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  })
})

it('the onboarding reflects the seller’s own products, locations and address', async () => {
  const { body } = await get(memberOf(ids.seller, ids.member))
  expect(body.onboarding).toMatchObject({ products: true, locations_shipping: true, store_information: false })

  const said = { description: 'Paper', address_line: 'Street 1', city: 'Berlin', postal_code: '10115' }
  await service.send(updateOwnSeller, { actor: NEW, body: said })
  expect((await get()).body.onboarding.store_information).toBe(false)
  await service.send(updateOwnSeller, { actor: NEW, body: { country_code: 'de' } })
  const told = await get()
  expect(told.body.onboarding).toMatchObject({ store_information: true, products: false, locations_shipping: false })
  expect((await service.send(recalculateOnboarding, { actor: NEW })).body).toEqual(told.body)
})

it('the ETag changes with a new product, although the seller does not change', async () => {
  const { etag } = await get()
  const body = { title: 'Bowl', options: [{ title: 'Size', values: ['S'] }], variants: [] }
  expect((await service.send(createVendorProduct, { actor: NEW, body })).status).toBe(201)
  const later = await get()
  expect(later.body.onboarding.products).toBe(true)
  expect(later.etag).not.toBe(etag)
})

it('the onboarding is for existing members only', async () => {
  for (const actor of [memberOf('sel_none'), memberOf('sel_new', 'mem_gone')])
    for (const operation of [getOnboarding, recalculateOnboarding])
      expect(refusal(await service.send(operation, { actor }))).toEqual([401, 'unauthorized', 'Unauthorized'])
})
