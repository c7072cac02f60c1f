import { findCountries as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { knownCountries } from '../../domain/regions/countries.ts'

export const findCountries = implement(contract, async ({ query }) => {
  const all = knownCountries().map((country) => ({ id: country.iso_2, ...country }))
  const { records, ...page } = pageOf(all, query, searchOf(contract))
  const countries = records.map(({ iso_2, display_name }) => ({ iso_2, display_name }))
  return { countries, ...page }
})
