import {
  createShippingProfile,
  getShippingProfile,
  getVendorShippingProfile,
  listShippingProfiles,
  listVendorShippingProfiles,
  shippingProfileOperations,
  updateShippingProfile,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deleteShippingProfile } from './delete-shipping-profile.ts'

const profiles = recordHandlers({
  keys: ['shipping_profile', 'shipping_profiles'],
  store: ({ shippingProfiles }: Deps) => shippingProfiles,
})

export const shippingProfileHandlers = implementAll(shippingProfileOperations, {
  listShippingProfiles: profiles.list(listShippingProfiles),
  createShippingProfile: profiles.create(createShippingProfile, ({ name, type, metadata = null }) => ({ name, type, metadata })),
  getShippingProfile: profiles.get(getShippingProfile),
  updateShippingProfile: profiles.update(updateShippingProfile),
  deleteShippingProfile,
  listVendorShippingProfiles: profiles.list(listVendorShippingProfiles),
  getVendorShippingProfile: profiles.get(getVendorShippingProfile),
})
