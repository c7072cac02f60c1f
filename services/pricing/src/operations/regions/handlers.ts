import {
  countryLookupOperations,
  deleteRegion,
  getRegion,
  getVendorRegion,
  listRegions,
  listVendorRegions,
  regionOperations,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { regionAnswer } from '../../answers/region.ts'
import type { Deps } from '../../deps.ts'
import { createRegion } from './create-region.ts'
import { findCountries } from './find-countries.ts'
import { getStoreRegion } from './get-store-region.ts'
import { listStoreRegions } from './list-store-regions.ts'
import { updateRegion } from './update-region.ts'

const regions = recordHandlers({
  keys: ['region', 'regions'],
  store: ({ regions }: Deps) => regions,
  answer: regionAnswer,
})

export const regionHandlers = implementAll(regionOperations, {
  createRegion,
  deleteRegion: regions.delete(deleteRegion),
  getRegion: regions.get(getRegion),
  getStoreRegion,
  listRegions: regions.list(listRegions),
  listStoreRegions,
  updateRegion,
  listVendorRegions: regions.list(listVendorRegions),
  getVendorRegion: regions.get(getVendorRegion),
})
export const countryLookupHandlers = implementAll(countryLookupOperations, { findCountries })
