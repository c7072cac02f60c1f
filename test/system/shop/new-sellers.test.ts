import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { aName } from '../scenes/made.ts'
import { bearing } from '../scenes/scene.ts'
import { type HttpOptions, type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function sent(method: 'GET' | 'POST', path: `/${string}`, body?: object, options: HttpOptions = {}) {
  const answer = await system.http(method, path, { ...(body && { body: body as Record<string, unknown> }), ...options })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const said = async (method: 'GET' | 'POST', path: `/${string}`, options: HttpOptions) => {
  const { status, body } = await system.http(method, path, { ...options, ...(method === 'POST' && { body: options.body ?? {} }) })
  return [status, body.message]
}

/** A newly registered user who requests a seller, with the pending request that administrators see. */
async function someoneAsking() {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const registered = { as: 'anonymous' } as const
  const { token } = await sent('POST', '/auth/seller/emailpass/register', { email, password: 'correct horse' }, registered)
  const asNew = bearing(token)
  const name = aName('Shop')
  expect(await sent('POST', '/vendor/sellers', { name, member: { name: 'Ann', email } }, asNew)).toEqual({ ok: true })
  const { requests } = await sent(
    'GET',
    `/admin/requests?type=seller&status=pending&q=${encodeURIComponent(name.split(' ')[1]!)}`,
  )
  expect(requests).toMatchObject([{ data: { seller: { name }, provider_identity_id: email } }])
  return { asNew, name, email, review: `/admin/requests/${requests[0].id}` as const }
}
const NOT_YET = [403, 'Seller is not active']

it('a new seller registers, is rejected until an administrator accepts, and can then sell', async () => {
  const { asNew, name, email, review } = await someoneAsking()
  expect(await said('GET', '/vendor/sellers/me', asNew)).toEqual(NOT_YET)
  expect(await said('POST', '/vendor/products', asNew)).toEqual(NOT_YET)
  expect(await said('POST', '/vendor/sellers', { ...asNew, body: { name, member: { name: 'Ann', email } } })).toEqual([
    409,
    'Request already exists!',
  ])
  const accepted = await sent('POST', review, { status: 'accepted', reviewer_note: '' })
  expect(accepted).toMatchObject({ status: 'accepted', createdResourceType: 'seller' })
  expect(await said('POST', review, { body: { status: 'rejected', reviewer_note: '' } })).toEqual([
    400,
    'This request is already reviewed',
  ])

  const seller = bearing((await sent('POST', '/auth/token/refresh', {}, asNew)).token)
  expect((await sent('GET', '/vendor/sellers/me', undefined, seller)).seller).toMatchObject({
    id: accepted.createdResource.id,
    name,
    handle: name.toLowerCase().replaceAll(' ', '-'),
    store_status: 'ACTIVE',
  })
  expect((await sent('GET', '/vendor/members', undefined, seller)).members).toMatchObject([{ name: 'Ann', email, role: 'owner' }])

  const { product } = await sent(
    'POST',
    '/vendor/products',
    {
      title: aName('Bag'),
      options: [{ title: 'Size', values: ['S'] }],
      variants: [{ title: 'S', options: { Size: 'S' }, prices: [{ currency_code: 'eur', amount: 5 }] }],
    },
    seller,
  )
  const variant_id = product.variants[0].id
  const prices = [{ currency_code: 'eur', amount: 4, variant_id }]
  const { price_list } = await sent('POST', '/vendor/price-lists', { title: 'Sale', description: 'All', prices }, seller)
  expect((await sent('GET', '/vendor/price-lists', undefined, seller)).price_lists).toMatchObject([{ id: price_list.id }])
  expect((await system.http('GET', `/vendor/products/${product.id}`)).status).toBe(403)
  expect((await system.http('GET', `/vendor/price-lists/${ids.price_list}`, seller)).status).toBe(403)
})

it('a rejected seller gets no access, and may apply again', async () => {
  const { asNew, name, email, review } = await someoneAsking()
  expect(await sent('POST', review, { status: 'rejected', reviewer_note: 'No papers' })).toMatchObject({ status: 'rejected' })
  const later = bearing((await sent('POST', '/auth/token/refresh', {}, asNew)).token)
  expect(await said('GET', '/vendor/sellers/me', later)).toEqual(NOT_YET)
  await sent('POST', '/vendor/sellers', { name, member: { name: 'Ann', email } }, later)
  const { requests } = await sent('GET', `/admin/requests?q=${encodeURIComponent(email)}&order=created_at`)
  expect(requests.map(({ status }: { status: string }) => status)).toEqual(['rejected', 'pending'])
})

it('a suspended seller can read but not sell, and is hidden from storefronts until reactivated', async () => {
  const { asNew, name, review } = await someoneAsking()
  const { createdResource } = await sent('POST', review, { status: 'accepted', reviewer_note: '' })
  const seller = bearing((await sent('POST', '/auth/token/refresh', {}, asNew)).token)
  const shop = await sent('GET', '/vendor/sellers/me', undefined, seller)
  const storefront = `/store/seller/${shop.seller.handle}` as const
  expect((await sent('GET', storefront)).seller).toMatchObject({ id: createdResource.id, name })
  expect((await sent('GET', `/admin/sellers?q=${encodeURIComponent(name)}`)).sellers).toMatchObject([{ id: createdResource.id }])

  const change = (store_status: string) => sent('POST', `/admin/sellers/${createdResource.id}`, { store_status })
  await change('SUSPENDED')
  const product = { ...seller, body: { title: 'Bag' } }
  const refused = [403, 'Operation not allowed for current store status']
  await vi.waitFor(async () => expect(await said('POST', '/vendor/products', product)).toEqual(refused), { interval: 10 })
  const description = 'Back in May'
  expect((await sent('POST', '/vendor/sellers/me', { description }, seller)).seller).toMatchObject({
    description,
    store_status: 'SUSPENDED',
  })
  expect((await system.http('GET', storefront)).status).toBe(404)

  await change('ACTIVE')
  const acts = async () => expect((await system.http('POST', '/vendor/products', product)).status).toBe(400)
  await vi.waitFor(acts, { interval: 10 })
  expect((await sent('GET', storefront)).seller).toMatchObject({ id: createdResource.id })
})
