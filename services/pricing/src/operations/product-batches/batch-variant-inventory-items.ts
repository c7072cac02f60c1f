import { batchVariantInventoryItems as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withInventoryBatch } from '../../domain/products/variant-inventory-batch.ts'
import { assertItems } from '../inventory-items/assert-items.ts'

interface Named {
  variant_id: string
  inventory_item_id: string
}

/** An item that is deleted meanwhile is not refused: variants keep links to deleted items anyway, which have no effect. */
export const batchVariantInventoryItems = implement(contract, async ({ params, body, command, deadline }, deps: Deps) => {
  const { create = [], update = [], delete: gone = [] } = body
  await assertItems([...new Set(create.map(({ inventory_item_id }) => inventory_item_id))], deps, deadline)
  const { revision } = await deps.products.updateAlone(params.id, command, (product, context) =>
    withInventoryBatch(product, body, context),
  )
  return new Answer({ created: create.map(taken), updated: update.map(taken), deleted: gone.map(linkOf) }, { revision })
})

const linkOf = ({ variant_id, inventory_item_id }: Named) => ({ product: { variant_id }, inventory: { inventory_item_id } })
const taken = (one: Named & { required_quantity: number }) => ({
  ...linkOf(one),
  data: { required_quantity: one.required_quantity },
})
