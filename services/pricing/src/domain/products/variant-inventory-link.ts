import type { DecisionContext, VariantInventoryItem } from '@souk/contracts'

/** The quantity of an inventory item that one unit of a variant takes. */
export interface TakenInventory {
  inventory_item_id: string
  required_quantity: number
}

/** The stock itself is stored with the item. */
export const newLink = (variant_id: string, taken: TakenInventory, { newId, now }: DecisionContext): VariantInventoryItem => ({
  id: newId('pvitem'),
  variant_id,
  ...taken,
  inventory: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
