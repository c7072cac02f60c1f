import { variantInventoryItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createVariantInventoryItem } from './create-variant-inventory-item.ts'
import { deleteVariantInventoryItem } from './delete-variant-inventory-item.ts'
import { updateVariantInventoryItem } from './update-variant-inventory-item.ts'

export const variantInventoryItemHandlers = implementAll(variantInventoryItemOperations, {
  createVariantInventoryItem,
  updateVariantInventoryItem,
  deleteVariantInventoryItem,
})
