import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, type Medusa } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
let admin: Medusa['admin']
let store: Medusa['store']
beforeAll(async () => {
  system = await startSystem()
  const medusa = await logIn(system)
  admin = medusa.admin
  store = medusa.store
})
afterAll(() => system.stop())

/** The taxes of one unit in a cart there. */
async function taxOf(region_id: string, country_code: string): Promise<unknown> {
  const { cart } = await store.cart.create({ region_id, shipping_address: { country_code } })
  const { cart: filled } = await store.cart.createLineItem(cart.id, { variant_id: ids.variant, quantity: 1 })
  return filled.tax_total
}

describe('an administrator with the Medusa JS SDK', () => {
  it('opens a region, sells in it, and closes it', async () => {
    const { region } = await admin.region.create({
      name: 'Austria',
      currency_code: 'eur',
      countries: ['at'],
      automatic_taxes: true,
      payment_providers: ['pp_system_default'],
    })
    expect((await admin.region.retrieve(region.id, { fields: '*payment_providers' })).region.payment_providers).toHaveLength(1)
    expect((await admin.region.list({ q: 'austria' })).regions.map(({ id }: { id: string }) => id)).toEqual([region.id])
    expect((await store.region.retrieve(region.id)).region.countries).toMatchObject([{ iso_2: 'at' }])
    expect((await store.region.list()).regions.map(({ id }: { id: string }) => id)).toContain(region.id)
    const { payment_providers } = await store.payment.listPaymentProviders({ region_id: region.id })
    expect(payment_providers).toMatchObject([{ id: 'pp_system_default' }])
    expect((await admin.payment.listPaymentProviders({ is_enabled: true })).payment_providers).toHaveLength(1)

    const { tax_region } = await admin.taxRegion.create({
      country_code: 'at',
      provider_id: 'tp_system',
      default_tax_rate: { rate: 20, code: 'UST', name: 'VAT' },
    })
    expect(await taxOf(region.id, 'at')).toBe(4)
    await admin.region.update(region.id, { automatic_taxes: false })
    expect(await taxOf(region.id, 'at')).toBe(0)

    expect(await admin.taxRegion.delete(tax_region.id)).toMatchObject({ id: tax_region.id, deleted: true })
    expect(await admin.region.delete(region.id)).toMatchObject({ id: region.id, deleted: true })
    await expect(store.region.retrieve(region.id)).rejects.toMatchObject({ status: 404 })
    await expect(store.cart.create({ region_id: region.id })).rejects.toMatchObject({ status: 404 })
  })

  it('changes tax rates and their rules, which apply to carts', async () => {
    const { tax_regions } = await admin.taxRegion.list({ country_code: 'de' })
    const [germany] = tax_regions
    const { tax_rate } = await admin.taxRate.create({
      tax_region_id: germany!.id,
      code: 'VAT5',
      name: 'Shirts',
      rate: 5,
      rules: [{ reference: 'product', reference_id: ids.product }],
    })
    expect(await taxOf(ids.region, 'de')).toBe(1)
    await admin.taxRate.update(tax_rate.id, { rate: 10 })
    expect((await admin.taxRate.retrieve(tax_rate.id)).tax_rate).toMatchObject({ rate: 10, tax_region: { id: germany!.id } })
    expect(await taxOf(ids.region, 'de')).toBe(2)
    expect((await admin.taxRate.list({ tax_region_id: germany!.id })).count).toBe(3)
    await admin.taxRate.delete(tax_rate.id)
    expect(await taxOf(ids.region, 'de')).toBe(3.8)
    expect((await admin.taxProvider.list()).tax_providers).toMatchObject([{ id: 'tp_system' }])
  })

  it('configures the currencies, and whether their prices include tax', async () => {
    const { stores } = await admin.store.list()
    const [{ id }] = stores as [(typeof stores)[0]]
    const supported_currencies = [
      { currency_code: 'eur', is_default: true, is_tax_inclusive: true },
      { currency_code: 'usd', is_default: false },
    ]
    const { store: changed } = await admin.store.update(id, { supported_currencies } as never)
    expect(changed.supported_currencies).toMatchObject([
      { currency_code: 'eur', currency: { name: 'Euro' } },
      { currency_code: 'usd' },
    ])
    expect((await admin.store.retrieve(id)).store.supported_currencies).toHaveLength(2)
    expect(await taxOf(ids.region, 'de')).toBeCloseTo(20 - 20 / 1.19, 8)

    const found = await admin.pricePreference.list({ attribute: 'currency_code', value: 'eur' })
    const [preference] = found.price_preferences
    await admin.pricePreference.update(preference!.id, { is_tax_inclusive: false })
    expect((await admin.pricePreference.retrieve(preference!.id)).price_preference.is_tax_inclusive).toBe(false)
    expect(await taxOf(ids.region, 'de')).toBe(3.8)
    const { price_preference } = await admin.pricePreference.create({ attribute: 'currency_code', value: 'chf' })
    expect(await admin.pricePreference.delete(price_preference.id)).toMatchObject({ deleted: true })
    expect((await admin.currency.list({ order: 'code', limit: 2 })).currencies.map(({ code }: { code: string }) => code)).toEqual(
      ['aed', 'afn'],
    )
    expect((await admin.currency.retrieve('usd')).currency.name).toBe('US Dollar')
  })
})
