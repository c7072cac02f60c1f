import { z } from 'zod'
import { Id, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { ShippingProfile } from './product-parts.ts'

/** A profile as administrators see it. */
export const AdminShippingProfile = ShippingProfile.extend({
  seller_id: Id.nullable().describe('The seller that it belongs to; null for a profile of the marketplace itself.'),
}).meta({ id: 'AdminShippingProfile' })
export type AdminShippingProfile = z.infer<typeof AdminShippingProfile>

const SHOWN = ['id', 'name', 'type', 'metadata', 'created_at', 'updated_at'] as const
const resource = { service: 'pricing', keys: ['shipping_profile', 'shipping_profiles'] } as const
const profiles = plainResource({
  ...resource,
  path: '/admin/shipping-profiles',
  noun: ['shipping profile', 'shipping profiles'],
  schema: AdminShippingProfile,
  examples: { id: demonstrationId('sp', 1), deleted: demonstrationId('sp', 2) },
  defaults: [...SHOWN, 'seller_id'],
})
const vendorProfiles = plainResource({
  ...resource,
  path: '/vendor/shipping-profiles',
  noun: ['shipping profile of the seller', 'shipping profiles of the marketplace and of the seller'],
  schema: ShippingProfile,
  examples: { id: demonstrationId('sp', 3), deleted: demonstrationId('sp', 4) },
  defaults: SHOWN,
})
const FILTERS = ['id', 'name', 'type', 'created_at', 'updated_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'name', 'type'],
  q: ['name', 'type'],
  qInside: true,
  limit: 20,
  order: [{ field: 'created_at', direction: 1 }],
} as const
const metadata = MetadataInput.nullish()
const text = TextInput(255)

/** Those of the marketplace and of all sellers. */
export const listShippingProfiles = profiles.list('list-shipping-profiles', {
  ...list,
  filter: [...FILTERS, 'seller_id', 'deleted_at'],
  deleted: 'shown',
})
/** It belongs to the marketplace, among whose living profiles names are unique. */
export const createShippingProfile = profiles.create(
  'create-shipping-profile',
  z.strictObject({ name: text, type: text, metadata }).meta({ example: { name: 'Bulky goods', type: 'custom' } }),
)
export const getShippingProfile = profiles.get('get-shipping-profile')
export const updateShippingProfile = profiles.update(
  'update-shipping-profile',
  z.strictObject({ name: text.optional(), type: text.optional(), metadata }).meta({ example: { metadata: { crew: 2 } } }),
)
/** Refused while products or shipping options have it. */
export const deleteShippingProfile = profiles.delete('delete-shipping-profile')
/** Excludes those of other sellers. A seller may change its own ones only; the marketplace's may have the same names. */
export const listVendorShippingProfiles = vendorProfiles.list('list-vendor-shipping-profiles', {
  ...list,
  filter: FILTERS,
  deleted: 'hidden',
})
/** One of the marketplace or of the seller; those of other sellers are refused like missing ones. */
export const getVendorShippingProfile = {
  ...vendorProfiles.get('get-vendor-shipping-profile'),
  summary: 'Get a shipping profile of the marketplace or of the seller',
  query: RecordQuery,
}
/**
 * It belongs to the seller, whose products and shipping options alone may have it. Names are unique among the seller's living
 * profiles. A seller has at most 50.
 */
export const createVendorShippingProfile = {
  ...vendorProfiles.create(
    'create-vendor-shipping-profile',
    createShippingProfile.body.meta({ example: { name: 'Long planks', type: 'custom' } }),
  ),
  status: 201 as const,
  query: RecordQuery,
}
/** Those of other sellers are refused like missing ones; those of the marketplace with a text that says so (403). */
export const updateVendorShippingProfile = {
  ...vendorProfiles.update('update-vendor-shipping-profile', updateShippingProfile.body),
  query: RecordQuery,
}
/** As for administrators, except that a profile of another owner, or one that is already deleted, is refused. */
export const deleteVendorShippingProfile = vendorProfiles.delete('delete-vendor-shipping-profile')

export const shippingProfileOperations = {
  listShippingProfiles,
  createShippingProfile,
  getShippingProfile,
  updateShippingProfile,
  deleteShippingProfile,
  listVendorShippingProfiles,
  getVendorShippingProfile,
  createVendorShippingProfile,
  updateVendorShippingProfile,
  deleteVendorShippingProfile,
}

export const shippingProfileEvents = recordEvents('pricing', 'shipping-profile', 'shipping profile')
export const [shippingProfileCreated, shippingProfileUpdated, shippingProfileDeleted] = shippingProfileEvents
