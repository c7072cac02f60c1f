import { z } from 'zod'
import { asked, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { PublishableApiKey } from '../sellers/api-key.ts'
import { StockLocation } from './fulfillment.ts'
import { SalesChannel } from './sales-channel.ts'

/** A sales channel on its own: with the locations that serve its orders, and the keys of the storefronts that sell in it. */
export const AdminSalesChannel = SalesChannel.extend({
  stock_locations: asked((): z.ZodType => z.array(StockLocation)).optional(),
  publishable_api_keys: asked((): z.ZodType => z.array(PublishableApiKey)).optional(),
}).meta({ id: 'AdminSalesChannel' })
export type AdminSalesChannel = z.infer<typeof AdminSalesChannel>

const resource = {
  service: 'pricing',
  noun: ['sales channel', 'sales channels'],
  keys: ['sales_channel', 'sales_channels'],
  object: 'sales-channel',
  examples: { id: demonstrationId('sc', 1), deleted: demonstrationId('sc', 2) },
  defaults: ['id', 'name', 'description', 'is_disabled', 'created_at', 'updated_at', 'deleted_at', 'metadata'],
} as const
const channels = plainResource({ ...resource, path: '/admin/sales-channels', schema: AdminSalesChannel })
/** Without the locations that serve them, which are their owners' business. */
const vendorChannels = plainResource({ ...resource, path: '/vendor/sales-channels', schema: SalesChannel })
const FILTERS = ['id', 'name', 'description', 'is_disabled', 'created_at', 'updated_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'name', 'description', 'is_disabled'],
  q: ['name', 'description'],
  qInside: true,
  order: [{ field: 'created_at', direction: 1 }],
} as const
const fields = {
  description: TextInput().nullish(),
  is_disabled: z.boolean().optional().describe('Whether selling in the channel is suspended.'),
  metadata: MetadataInput.nullish(),
}

export const listSalesChannels = channels.list('list-sales-channels', {
  ...list,
  filter: [...FILTERS, 'deleted_at'],
  links: ['location_id', 'publishable_key_id'],
  limit: 20,
  deleted: 'shown',
})
export const createSalesChannel = channels.create(
  'create-sales-channel',
  z.strictObject({ name: TextInput(255), ...fields }).meta({ example: { name: 'Mobile app' } }),
)
export const getSalesChannel = channels.get('get-sales-channel')
export const updateSalesChannel = channels.update(
  'update-sales-channel',
  z.strictObject({ name: TextInput(255).optional(), ...fields }).meta({ example: { description: 'For phones' } }),
)
/** Refused for the store's default channel. Locations, products and keys remain, without it. */
export const deleteSalesChannel = channels.delete('delete-sales-channel')

const productIds = z.array(IdInput).max(1000).optional()
/** A product in both lists is sold there afterwards. The products change; the channel's revision stays the same. */
export const manageSalesChannelProducts = channels.act('manage-sales-channel-products', {
  below: 'products',
  summary: 'Add and remove products of a sales channel',
  body: z.strictObject({ add: productIds, remove: productIds }).meta({ example: { add: [demonstrationId('prod', 1)] } }),
  ifMatch: 'none',
})
/** Those of the marketplace, the same for every seller. */
export const listVendorSalesChannels = vendorChannels.list('list-vendor-sales-channels', {
  ...list,
  filter: FILTERS,
  deleted: 'hidden',
})

export const salesChannelOperations = {
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  deleteSalesChannel,
  manageSalesChannelProducts,
  listVendorSalesChannels,
}

export const salesChannelEvents = recordEvents('pricing', 'sales-channel', 'sales channel')
export const [salesChannelCreated, salesChannelUpdated, salesChannelDeleted] = salesChannelEvents
