import { z } from 'zod'
import { TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ShippingOptionType } from './fulfillment-parts.ts'

const types = plainResource({
  service: 'pricing',
  path: '/admin/shipping-option-types',
  noun: ['shipping option type', 'shipping option types'],
  keys: ['shipping_option_type', 'shipping_option_types'],
  schema: ShippingOptionType,
  examples: { id: demonstrationId('sotype', 1), deleted: demonstrationId('sotype', 2) },
  defaults: ['id', 'label', 'code', 'description', 'created_at', 'updated_at'],
})
const description = TextInput().optional()

export const listShippingOptionTypes = types.list('list-shipping-option-types', {
  sort: ['created_at', 'updated_at', 'label', 'code', 'description'],
  filter: ['id', 'label', 'code', 'description', 'created_at', 'updated_at', 'deleted_at'],
  q: ['label', 'code', 'description'],
  qInside: true,
  limit: 10,
  order: [{ field: 'created_at', direction: 1 }],
  deleted: 'shown',
})
export const createShippingOptionType = types.create(
  'create-shipping-option-type',
  z
    .strictObject({ label: TextInput(255), code: TextInput(255), description })
    .meta({ example: { label: 'Parcel', code: 'parcel' } }),
)
export const getShippingOptionType = types.get('get-shipping-option-type')
export const updateShippingOptionType = types.update(
  'update-shipping-option-type',
  z
    .strictObject({ label: TextInput(255).optional(), code: TextInput(255).optional(), description })
    .meta({ example: { description: 'Up to 30 kg' } }),
)
/** Refused while shipping options have this type. */
export const deleteShippingOptionType = types.delete('delete-shipping-option-type')

export const shippingOptionTypeOperations = {
  listShippingOptionTypes,
  createShippingOptionType,
  getShippingOptionType,
  updateShippingOptionType,
  deleteShippingOptionType,
}

export const shippingOptionTypeEvents = recordEvents('pricing', 'shipping-option-type', 'shipping option type')
export const [shippingOptionTypeCreated, shippingOptionTypeUpdated, shippingOptionTypeDeleted] = shippingOptionTypeEvents
