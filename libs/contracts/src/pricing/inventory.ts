import { z } from 'zod'
import { Id, Metadata, Quantity, softDeletable } from '../fields/common.ts'

const size = z.number().nullable()

/** Stock at one location; `available_quantity` = stocked - reserved. */
export const InventoryLevel = z
  .object({
    id: Id,
    inventory_item_id: Id,
    location_id: Id,
    stocked_quantity: Quantity,
    reserved_quantity: Quantity,
    incoming_quantity: Quantity,
    available_quantity: Quantity,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'InventoryLevel' })
export type InventoryLevel = z.infer<typeof InventoryLevel>

export const Inventory = z
  .object({
    id: Id,
    requires_shipping: z.boolean(),
    sku: z.string().nullable(),
    origin_country: z.string().nullable(),
    hs_code: z.string().nullable(),
    mid_code: z.string().nullable(),
    material: z.string().nullable(),
    weight: size,
    length: size,
    height: size,
    width: size,
    title: z.string().nullable(),
    description: z.string().nullable(),
    thumbnail: z.string().nullable(),
    metadata: Metadata,
    location_levels: z.array(InventoryLevel),
    ...softDeletable,
  })
  .meta({ id: 'Inventory' })
export type Inventory = z.infer<typeof Inventory>

/** The inventory item that a variant uses, and its quantity per unit sold. */
export const VariantInventoryItem = z
  .object({
    id: Id,
    variant_id: Id,
    inventory_item_id: Id,
    required_quantity: Quantity,
    inventory: Inventory.nullable(),
    ...softDeletable,
  })
  .meta({ id: 'VariantInventoryItem' })
export type VariantInventoryItem = z.infer<typeof VariantInventoryItem>
