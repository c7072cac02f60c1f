import { createRegion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { regionAnswer } from '../../answers/region.ts'
import type { Deps } from '../../deps.ts'
import { countriesOf } from '../../domain/regions/countries.ts'
import { paymentProvidersOf } from '../../domain/regions/payment-providers.ts'

/** The region is created first, then its preference: after a failure a repeat of the same request does the rest. */
export const createRegion = implement(contract, async (request, { regions, pricePreferences }: Deps) => {
  const { name, currency_code, automatic_taxes = true, metadata = null, is_tax_inclusive, ...body } = request.body
  const region_id = request.newIds()('reg') // the same that the store will give it
  const codes = body.countries ?? []
  const taken = await regions.listTaken(codes, region_id, request.deadline)
  const countries = countriesOf(codes, { region_id, taken, now: new Date().toISOString() })
  const payment_providers = paymentProvidersOf(body.payment_providers ?? [])
  const created = await regions.create({ name, currency_code, automatic_taxes, countries, payment_providers, metadata }, request)
  await pricePreferences.set({ attribute: 'region_id', value: region_id, is_tax_inclusive }, request)
  return regionAnswer(created)
})
