import { updateRegion as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { regionAnswer } from '../../answers/region.ts'
import type { Deps } from '../../deps.ts'
import { countriesOf } from '../../domain/regions/countries.ts'
import { paymentProvidersOf } from '../../domain/regions/payment-providers.ts'

export const updateRegion = implement(contract, async (request, { regions, pricePreferences }: Deps) => {
  const { countries, payment_providers, is_tax_inclusive, ...body } = request.body
  const { id } = request.params
  const taken = await regions.listTaken(countries ?? [], id, request.deadline)
  const updated = await regions.update(id, request.command, (region, { now }) =>
    patch<typeof region>({
      ...body,
      ...(countries && { countries: countriesOf(countries, { region_id: id, present: region.countries, taken, now }) }),
      ...(payment_providers && { payment_providers: paymentProvidersOf(payment_providers) }),
    })(region),
  )
  if (is_tax_inclusive !== undefined) {
    await pricePreferences.set({ attribute: 'region_id', value: id, is_tax_inclusive }, request)
  }
  return regionAnswer(updated)
})
