import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { Country } from './region.ts'

/** A country on its own, regardless of its region. */
export const KnownCountry = Country.pick({ iso_2: true, display_name: true })

/** All countries, including those without a region, for services that offer them. */
export const findCountries = defineOperation({
  service: 'pricing',
  name: 'find-countries',
  summary: 'Find countries',
  query: listQuery(KnownCountry, {
    sort: ['iso_2'],
    filter: ['iso_2'],
    q: ['iso_2', 'display_name'],
    qInside: true,
    key: 'iso_2',
    order: [{ field: 'iso_2', direction: 1 }],
  }),
  response: listResponse('countries', KnownCountry),
})

export const countryLookupOperations = { findCountries }
