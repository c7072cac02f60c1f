import { quote } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { records } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'
import { shippingWorld } from '../../../test/shipping-world.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let channel: string
let ids: Record<'sent' | 'tiered' | 'hidden' | 'returned' | 'elsewhere', string>
const { aChannel, anOption, aProductIn } = shippingWorld(() => shop)

const rule = (attribute: string, value: string) => ({ rules: [{ attribute, value, operator: 'eq' }] })

beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { ...records, price_preferences: [], shipping_options: [] })
  const [here, there] = [await aChannel({ geo_zones: [{ type: 'country', country_code: 'de' }] }), await aChannel()]
  channel = here.channel
  const dear = { currency_code: 'eur', amount: 1, rules: [{ attribute: 'item_total', operator: 'gte', value: 100 }] }
  const [sent, tiered, hidden, returned, elsewhere] = [
    await anOption(here.zone),
    await anOption(here.zone, { prices: [{ currency_code: 'eur', amount: 5 }, dear] }),
    await anOption(here.zone, rule('enabled_in_store', 'false')),
    await anOption(here.zone, rule('is_return', 'true')),
    await anOption(there.zone),
  ]
  ids = { sent: sent.id, tiered: tiered.id, hidden: hidden.id, returned: returned.id, elsewhere: elsewhere.id }
})
afterAll(() => shop.stop())

const GERMANY = { country_code: 'de', province: null, city: 'Berlin', postal_code: '10115' }

async function ask(overrides: object = {}) {
  const place = { region_id: 'reg_eu', currency_code: null, sales_channel_id: channel, customer: null }
  const shipping_option_ids = Object.values(ids)
  const tax_address = { country_code: null, province: null }
  const body = { ...place, tax_address, items: [], shipping_option_ids, ...overrides }
  const { status, body: answer } = await shop.send(quote, { body })
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.shipping_options as { id: string; amount: number; shipping_profile_id: string }[]
}
const idsOf = (options: readonly { id: string }[]) => options.map(({ id }) => id)

describe('the shipping options of a quote', () => {
  it('are those that the channel’s storefronts offer for the address', async () => {
    const options = await ask({ ship_to: GERMANY })

    expect(idsOf(options)).toEqual([ids.sent, ids.tiered])
    expect(options[0]!.shipping_profile_id).toMatch(/^sp_/)
    expect(await ask({ ship_to: { ...GERMANY, country_code: 'us' } })).toEqual([])
  })

  it('are not filtered without an address', async () => {
    expect(idsOf(await ask())).toEqual(Object.values(ids))
  })

  it('are priced by a given item total', async () => {
    const amounts = async (overrides: object) => (await ask({ ship_to: GERMANY, ...overrides })).map(({ amount }) => amount)

    expect(await amounts({ item_total: 99.99 })).toEqual([5, 5])
    expect(await amounts({ item_total: 100 })).toEqual([5, 1])
  })

  it('are priced by the total of the quoted lines by default', async () => {
    const variant_id = await aProductIn(channel, 50)
    const options = await ask({ ship_to: GERMANY, items: [{ variant_id, quantity: 2 }] })

    expect(options.map(({ amount }) => amount)).toEqual([5, 1])
  })
})
