import type { DecisionContext } from '@souk/contracts'
import type { ProductRecord } from './product-record.ts'
import { withInventoryItem, withoutInventoryItem, withRequiredQuantity } from './variant-inventory.ts'

interface Named {
  variant_id: string
  inventory_item_id: string
}
interface Taken extends Named {
  /** Units of the item for one unit of the variant. */
  required_quantity: number
}
export interface InventoryBatch {
  create?: readonly Taken[] | undefined
  update?: readonly Taken[] | undefined
  delete?: readonly Named[] | undefined
}

/** The product with inventory items of its variants removed, changed in quantity and added, in this order. @throws not_found */
export function withInventoryBatch(
  product: ProductRecord,
  { create = [], update = [], delete: gone = [] }: InventoryBatch,
  context: DecisionContext,
): ProductRecord {
  const left = gone.reduce(
    (before, { variant_id, inventory_item_id }) => withoutInventoryItem(before, variant_id, inventory_item_id, context.now),
    product,
  )
  const changed = update.reduce(
    (before, { variant_id, ...item }) => withRequiredQuantity(before, variant_id, item, context.now),
    left,
  )
  return create.reduce((before, { variant_id, ...item }) => withInventoryItem(before, variant_id, item, context), changed)
}
