import {
  createShippingOptionType,
  getShippingOptionType,
  listShippingOptionTypes,
  shippingOptionTypeOperations,
  updateShippingOptionType,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deleteShippingOptionType } from './delete-shipping-option-type.ts'

const types = recordHandlers({
  keys: ['shipping_option_type', 'shipping_option_types'],
  store: ({ shippingOptionTypes }: Deps) => shippingOptionTypes,
})

export const shippingOptionTypeHandlers = implementAll(shippingOptionTypeOperations, {
  listShippingOptionTypes: types.list(listShippingOptionTypes),
  createShippingOptionType: types.create(createShippingOptionType, ({ label, code, description = null }) => ({
    label,
    code,
    description,
  })),
  getShippingOptionType: types.get(getShippingOptionType),
  updateShippingOptionType: types.update(updateShippingOptionType),
  deleteShippingOptionType,
})
