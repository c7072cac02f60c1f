import { createVariantInventoryItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { variantAnswer } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { withInventoryItem } from '../../domain/products/variant-inventory.ts'

/** An item that is deleted meanwhile is not refused: the variant keeps its link, which has no effect. */
export const createVariantInventoryItem = implement(contract, async ({ params, body, command, deadline }, deps: Deps) => {
  await deps.inventoryItems.get(body.inventory_item_id, deadline)
  const changed = await deps.products.update(params.id, command, (product, context) =>
    withInventoryItem(product, params.variant_id, body, context),
  )
  return variantAnswer(changed, params.variant_id, deps, deadline)
})
