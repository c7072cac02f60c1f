import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { addPayableCart } from '../records.ts'
import { aName } from '../scenes/made.ts'
import { type HttpOptions, type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function sent(method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, body?: object, options: HttpOptions = {}) {
  const answer = await system.http(method, path, { ...(body && { body: body as Record<string, unknown> }), ...options })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

it('a seller creates a promotion with a campaign, which discounts only their own items, and deletes it', async () => {
  const { campaign } = await sent('POST', '/vendor/campaigns', { name: 'Summer', campaign_identifier: aName('summer') })
  const code = aName('SHIRTS')
  const { promotion } = await sent('POST', '/vendor/promotions', {
    ...{ code, type: 'standard', status: 'active', campaign_id: campaign.id },
    application_method: { type: 'percentage', target_type: 'items', allocation: 'across', value: 50, target_rules: [] },
  })
  const { cart } = await sent('POST', '/store/carts', {
    region_id: ids.region,
    items: [ids.variant, ids.foreign_variant].map((variant_id) => ({ variant_id, quantity: 1 })),
  })
  const { cart: cheaper } = await sent('POST', `/store/carts/${cart.id}/promotions`, { promo_codes: [code] })
  const [shirt, mug] = cheaper.items
  expect(shirt.adjustments).toMatchObject([{ code, promotion_id: promotion.id }])
  expect([shirt.total, mug.adjustments, mug.total]).toEqual([cart.items[0].total / 2, [], cart.items[1].total])

  const found = await sent('GET', `/admin/promotions?code=${encodeURIComponent(code)}`)
  expect(found.promotions).toMatchObject([{ id: promotion.id, campaign: { id: campaign.id } }])
  expect((await system.http('GET', `/vendor/promotions/${promotion.id}`, { as: 'foreign_seller' })).status).toBe(403)
  await sent('DELETE', `/vendor/promotions/${promotion.id}`)
  const { cart: dear } = await sent('POST', `/store/carts/${cart.id}`, { metadata: { seen: 1 } })
  expect(dear.total).toBe(cart.total)
})

it('an option of a seller’s product is added, renamed with other values, and deleted', async () => {
  const { product } = await sent('POST', '/vendor/products', {
    title: aName('Bag'),
    options: [{ title: 'Size', values: ['S'] }],
    variants: [{ title: 'S', options: { Size: 'S' }, prices: [{ currency_code: 'eur', amount: 5 }] }],
  })
  const path = `/vendor/products/${product.id}/options` as const
  const { product: more } = await sent('POST', path, { title: 'Strap', values: ['long', 'short'] })
  const option = more.options[1].id
  const { product: other } = await sent('POST', `${path}/${option}`, { title: 'Handle', values: ['short', 'none'] })
  expect(other.options[1]).toMatchObject({ id: option, title: 'Handle', values: [{ value: 'short' }, { value: 'none' }] })
  expect(await sent('DELETE', `${path}/${option}`)).toEqual({ id: option, object: 'option', deleted: true })
  expect((await sent('GET', `/vendor/products/${product.id}`)).product.options).toHaveLength(1)
})

it('items of a seller suspended after they were added to a cart cannot be bought until the suspension ends', async () => {
  const path = `/store/carts/${await addPayableCart(system)}` as const
  const change = (store_status: string) => sent('POST', `/admin/sellers/${ids.seller}`, { store_status })
  await change('SUSPENDED')
  expect(await system.http('POST', `${path}/complete`)).toMatchObject({
    status: 400,
    body: { type: 'invalid_data', message: 'Some products in the cart belong to inactive sellers' },
  })
  expect((await sent('GET', path)).cart).toMatchObject({ completed_at: null, payment_collection: { status: 'not_paid' } })
  await change('ACTIVE')
  expect((await sent('POST', `${path}/complete`)).order).toMatchObject({ seller_id: ids.seller })
})
