import {
  listShippingOptionTypes,
  type ShippingOptionType,
  searchOf,
  shippingOptionTypeCreated,
  shippingOptionTypeDeleted,
  shippingOptionTypeUpdated,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf } from '@souk/runtime'
import type { Db } from 'mongodb'

export const createShippingOptionTypeStore = (db: Db, outbox?: EventRelay) =>
  createRecords<ShippingOptionType>(db.collection('shipping_option_types'), {
    noun: 'Shipping option type',
    missing: (id, change) =>
      change ? `Shipping option type with id "${id}" not found` : `ShippingOptionType with id: ${id} was not found`,
    idPrefix: 'sotype',
    searched: searchOf(listShippingOptionTypes),
    indexes: indexesOf(listShippingOptionTypes),
    events: { created: shippingOptionTypeCreated, updated: shippingOptionTypeUpdated, deleted: shippingOptionTypeDeleted },
    outbox,
  })

export type ShippingOptionTypeStore = ReturnType<typeof createShippingOptionTypeStore>
