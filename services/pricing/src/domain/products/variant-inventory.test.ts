import { describe, expect, it } from 'vitest'
import { AT, aProduct, aVariant } from '../../../test/builders.ts'
import { withInventoryItem, withoutInventoryItem, withRequiredQuantity } from './variant-inventory.ts'

const context = { newId: (prefix: string) => `${prefix}_new`, now: '2026-05-05T00:00:00.000Z' }
const shirt = aProduct({ variants: [aVariant(), aVariant({ id: 'variant_2' })] })
const taken = { inventory_item_id: 'iitem_1', required_quantity: 2 }
const taking = withInventoryItem(shirt, 'variant_1', taken, context)
const linksOf = ({ variants }: typeof shirt) => variants.map(({ inventory_items }) => inventory_items)

describe('a variant', () => {
  it('gets an inventory item, and its siblings do not', () => {
    const link = { id: 'pvitem_new', variant_id: 'variant_1', ...taken, inventory: null, deleted_at: null }
    expect(linksOf(taking)).toMatchObject([[link], []])
    expect(taking.variants.map(({ updated_at }) => updated_at)).toEqual([context.now, AT])
    expect(linksOf(shirt)).toEqual([[], []])
  })

  it.each([
    ['in the same quantity leaves the product unchanged', 2, true],
    ['in another quantity changes the quantity', 3, false],
  ])('has each inventory item only once: adding it again %s', (_, required_quantity, isSame) => {
    for (const again of [
      withInventoryItem(taking, 'variant_1', { ...taken, required_quantity }, context),
      withRequiredQuantity(taking, 'variant_1', { ...taken, required_quantity }, context.now),
    ]) {
      expect(again === taking).toBe(isSame)
      expect(linksOf(again)).toMatchObject([[{ id: 'pvitem_new', required_quantity }], []])
    }
  })

  it('loses an inventory item; removing an item that it does not use changes nothing', () => {
    expect(linksOf(withoutInventoryItem(taking, 'variant_1', 'iitem_1', context.now))).toEqual([[], []])
    expect(withoutInventoryItem(taking, 'variant_2', 'iitem_1', context.now)).toBe(taking)
  })

  it('must exist, and must use the item whose quantity is changed', () => {
    const unknown = expect.objectContaining({ kind: 'not_found', message: 'ProductVariant with id: none was not found' })
    expect(() => withInventoryItem(shirt, 'none', taken, context)).toThrow(unknown)
    expect(() => withoutInventoryItem(shirt, 'none', 'iitem_1', context.now)).toThrow(unknown)
    expect(() => withRequiredQuantity(shirt, 'variant_1', taken, context.now)).toThrow(
      'Could not find all existing links from data',
    )
  })
})
