import { deleteVariantInventoryItem as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { variantOf } from '../../domain/products/changed-product.ts'
import { withoutInventoryItem } from '../../domain/products/variant-inventory.ts'

export const deleteVariantInventoryItem = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const { id, variant_id, inventory_item_id } = params
  const { record, revision } = await deps.products.update(id, command, (product, { now }) =>
    withoutInventoryItem(product, variant_id, inventory_item_id, now),
  )
  const [parent] = await shownVariants({ ...record, variants: [variantOf(record, variant_id)] }, deps, deadline)
  const answer = {
    id: { product: { variant_id }, inventory: { inventory_item_id } },
    object: 'variant-inventory-item-link' as const,
    deleted: true as const,
    parent: parent!,
  }
  return new Answer(answer, { revision, others: 'anywhere' })
})
