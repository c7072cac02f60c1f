import { z } from 'zod'
import { MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { ShippingProfile } from './product-parts.ts'

export const SHIPPING_PROFILE_SEARCH = ['name', 'type'] as const

const resource = {
  service: 'pricing',
  noun: ['shipping profile', 'shipping profiles'],
  keys: ['shipping_profile', 'shipping_profiles'],
  schema: ShippingProfile,
  examples: { id: demonstrationId('sp', 1), deleted: demonstrationId('sp', 2) },
  defaults: ['id', 'name', 'type', 'metadata', 'created_at', 'updated_at'],
} as const
const profiles = plainResource({ ...resource, path: '/admin/shipping-profiles' })
const vendorProfiles = plainResource({ ...resource, path: '/vendor/shipping-profiles' })
const FILTERS = ['id', 'name', 'type', 'created_at', 'updated_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'name', 'type'],
  q: SHIPPING_PROFILE_SEARCH,
  q_inside: true,
  limit: 20,
  order: [{ field: 'created_at', direction: 1 }],
} as const
const metadata = MetadataInput.nullish()

export const listShippingProfiles = profiles.list('list-shipping-profiles', {
  ...list,
  filter: [...FILTERS, 'deleted_at'],
  deleted: 'shown',
})
/** Names are unique among living profiles. */
export const createShippingProfile = profiles.create(
  'create-shipping-profile',
  z
    .strictObject({ name: TextInput(255), type: TextInput(255), metadata })
    .meta({ example: { name: 'Bulky goods', type: 'custom' } }),
)
export const getShippingProfile = profiles.get('get-shipping-profile')
export const updateShippingProfile = profiles.update(
  'update-shipping-profile',
  z
    .strictObject({ name: TextInput(255).optional(), type: TextInput(255).optional(), metadata })
    .meta({ example: { metadata: { crew: 2 } } }),
)
/** Refused while products or shipping options have it. */
export const deleteShippingProfile = profiles.delete('delete-shipping-profile')
/** Those of the marketplace, the same for every seller. */
export const listVendorShippingProfiles = vendorProfiles.list('list-vendor-shipping-profiles', {
  ...list,
  filter: FILTERS,
  deleted: 'hidden',
})
export const getVendorShippingProfile = { ...vendorProfiles.get('get-vendor-shipping-profile'), query: RecordQuery }

export const shippingProfileOperations = {
  listShippingProfiles,
  createShippingProfile,
  getShippingProfile,
  updateShippingProfile,
  deleteShippingProfile,
  listVendorShippingProfiles,
  getVendorShippingProfile,
}

export const shippingProfileEvents = recordEvents('pricing', 'shipping-profile', 'shipping profile')
export const [shippingProfileCreated, shippingProfileUpdated, shippingProfileDeleted] = shippingProfileEvents
