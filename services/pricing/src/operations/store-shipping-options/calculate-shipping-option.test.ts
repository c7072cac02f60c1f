import { calculateShippingOption, type StorefrontActor } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { records } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'
import { shippingWorld } from '../../../test/shipping-world.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const { aChannel, anOption, aCartIn, actorOf } = shippingWorld(() => shop)
beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { ...records, shipping_options: [] })
})
afterAll(() => shop.stop())

async function refusal(actor: StorefrontActor, id: string, body: object) {
  const answer = await shop.send(calculateShippingOption, { actor, params: { id }, body: body as never })
  return [answer.status, answer.body.type, answer.body.message]
}

it('rejects flat-rate options, and providers that cannot calculate prices', async () => {
  const { channel, zone } = await aChannel()
  const { id } = await anOption(zone, { name: 'Flat' })
  const cart_id = await aCartIn(channel)
  const flat = 'Cannot calculate price for non-calculated shipping options: Flat'
  expect(await refusal(actorOf(channel), id, { cart_id, data: { a: 1 } })).toEqual([400, 'invalid_data', flat])

  await shop.db.collection<{ _id: string }>('shipping_options').updateOne({ _id: id }, { $set: { price_type: 'calculated' } })
  const byHand = 'Cannot calcuate pricing for: [Flat] shipping option(s).'
  expect(await refusal(actorOf(channel), id, { cart_id })).toEqual([400, 'invalid_data', byHand])
})

it('returns 404 for carts and options that are unknown or of another channel', async () => {
  const [{ channel, zone }, other] = [await aChannel(), await aChannel()]
  const [{ id }, foreign] = [await anOption(zone), await anOption(other.zone)]
  const cart_id = await aCartIn(channel)
  const own = actorOf(channel)
  const noOption = (unknown: string) => [404, 'not_found', `Shipping Option with id: ${unknown} not found`]
  expect(await refusal(own, 'so_none', { cart_id })).toEqual(noOption('so_none'))
  expect(await refusal(own, foreign.id, { cart_id })).toEqual(noOption(foreign.id))
  expect(await refusal(own, id, { cart_id: 'cart_none' })).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
  expect(await refusal(actorOf(other.channel), id, { cart_id })).toEqual([404, 'not_found', `Cart id not found: ${cart_id}`])
})

it('rejects a missing cart and unknown fields', async () => {
  const { channel } = await aChannel()
  const cart_id = await aCartIn(channel)
  const own = actorOf(channel)
  expect(await refusal(own, 'so_1', {})).toEqual([400, 'invalid_data', "Invalid request: Field 'cart_id' is required"])
  expect((await refusal(own, 'so_1', { cart_id, weight: 1 }))[0]).toBe(400)
})
