import type { NewVariantInput } from '@souk/contracts'
import type { VariantRecord } from '../products/product-record.ts'
import { type InventoryItemRecord, withAllLevels } from './inventory-item.ts'

/** Whether a new variant gets an inventory item of its own: its stock is managed, and it names no items. */
export const takesOwnItem = ({
  manage_inventory = true,
  inventory_items = [],
}: Pick<NewVariantInput, 'manage_inventory' | 'inventory_items'>): boolean => manage_inventory && inventory_items.length === 0

/** The inventory items that these variants use, as created for them: stocked nowhere. */
export const ownItems = (variants: readonly VariantRecord[]): InventoryItemRecord[] =>
  variants.flatMap((variant) =>
    variant.inventory_items.map(({ inventory_item_id: id }): InventoryItemRecord => {
      const { sku, title, thumbnail, weight, length, height, width, hs_code, mid_code, origin_country, material } = variant
      const sizes = { weight, length, height, width }
      const customs = { hs_code, mid_code, origin_country, material }
      const dates = { created_at: variant.created_at, updated_at: variant.created_at, deleted_at: null }
      const shown = { sku, title, description: title, thumbnail, ...sizes, ...customs, unit_of_measure: null }
      return withAllLevels({ id, ...shown, requires_shipping: true, metadata: null, ...dates }, [])
    }),
  )
