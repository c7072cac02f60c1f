import { shippingProfileOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createShippingProfile } from './create-shipping-profile.ts'
import { deleteShippingProfile } from './delete-shipping-profile.ts'
import { getShippingProfile } from './get-shipping-profile.ts'
import { getVendorShippingProfile } from './get-vendor-shipping-profile.ts'
import { listShippingProfiles } from './list-shipping-profiles.ts'
import { listVendorShippingProfiles } from './list-vendor-shipping-profiles.ts'
import { updateShippingProfile } from './update-shipping-profile.ts'

export const shippingProfileHandlers = implementAll(shippingProfileOperations, {
  listShippingProfiles,
  createShippingProfile,
  getShippingProfile,
  updateShippingProfile,
  deleteShippingProfile,
  listVendorShippingProfiles,
  getVendorShippingProfile,
})
