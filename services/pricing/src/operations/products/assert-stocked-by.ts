import { invalidData, type NewVariantInput } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { takesOwnItem } from '../../domain/inventory/own-item.ts'
import { missingItems } from '../inventory-items/assert-items.ts'
import { assertNoneUnknown, itemIdsOf } from '../items-of-variants.ts'

type Variants = readonly (Pick<NewVariantInput, 'inventory_items' | 'manage_inventory' | 'sku'> & { id?: string | undefined })[]
type Stock = Pick<Deps, 'inventoryItems' | 'products'>

/**
 * @param variants those with an id exist already
 * @throws invalid_data, naming the inventory items of new variants that do not exist, and if a new variant's own item cannot have
 * the variant's code
 */
export async function assertStockedBy(variants: Variants | undefined, deps: Stock, deadline: number) {
  const looking = missingItems(itemIdsOf(variants), deps, deadline)
  const [missing] = await Promise.all([looking, assertCodesFree(variants ?? [], deps, deadline)])
  assertNoneUnknown(missing)
}

/**
 * Refuses a new item whose code another item has. If a living variant also has it, either the refusal comes later, or that
 * variant's item is removed along with it.
 */
async function assertCodesFree(variants: Variants, { inventoryItems, products }: Stock, deadline: number) {
  const own = variants.filter((one) => one.id === undefined && takesOwnItem(one))
  const items = await inventoryItems.listOfSkus(
    own.flatMap(({ sku }) => sku ?? []),
    deadline,
  )
  if (items.length === 0) return
  const codes = items.map(({ sku }) => `sku:${sku}`)
  const taken = await products.listTakenCodes(codes, deadline)
  const lone = items.find(({ sku }) => !taken.has(`sku:${sku}`))
  if (lone) throw invalidData(`Inventory item with sku: ${lone.sku}, already exists.`)
}
