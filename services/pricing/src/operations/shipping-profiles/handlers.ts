import {
  getShippingProfile,
  getVendorShippingProfile,
  listShippingProfiles,
  listVendorShippingProfiles,
  shippingProfileOperations,
  updateShippingProfile,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { adminProfile, plainProfile } from '../../domain/shipping-profiles/shipping-profile.ts'
import { createShippingProfile, createVendorShippingProfile } from './create-shipping-profile.ts'
import { deleteShippingProfile, deleteVendorShippingProfile } from './delete-shipping-profile.ts'
import { ownProfiles } from './own-profiles.ts'
import { updateVendorShippingProfile } from './update-vendor-shipping-profile.ts'

const keys = ['shipping_profile', 'shipping_profiles'] as const
const profiles = recordHandlers({
  keys,
  store: ({ shippingProfiles }: Deps) => shippingProfiles,
  show: async (records) => records.map(adminProfile),
})
const vendorProfiles = recordHandlers({
  keys,
  store: (deps: Deps, request) => ownProfiles(request, deps),
  show: async (records) => records.map(plainProfile),
})

export const shippingProfileHandlers = implementAll(shippingProfileOperations, {
  listShippingProfiles: profiles.list(listShippingProfiles),
  createShippingProfile,
  getShippingProfile: profiles.get(getShippingProfile),
  updateShippingProfile: profiles.update(updateShippingProfile),
  deleteShippingProfile,
  listVendorShippingProfiles: vendorProfiles.list(listVendorShippingProfiles),
  getVendorShippingProfile: vendorProfiles.get(getVendorShippingProfile),
  createVendorShippingProfile,
  updateVendorShippingProfile,
  deleteVendorShippingProfile,
})
