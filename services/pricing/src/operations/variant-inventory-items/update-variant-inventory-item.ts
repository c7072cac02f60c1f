import { updateVariantInventoryItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { variantAnswer } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { withRequiredQuantity } from '../../domain/products/variant-inventory.ts'

export const updateVariantInventoryItem = implement(contract, async ({ params, body, command, deadline }, deps: Deps) => {
  const { id, variant_id, inventory_item_id } = params
  const changed = await deps.products.update(id, command, (product, { now }) =>
    withRequiredQuantity(product, variant_id, { inventory_item_id, ...body }, now),
  )
  return variantAnswer(changed, variant_id, deps, deadline)
})
