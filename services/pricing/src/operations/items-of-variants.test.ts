import { expect, it } from 'vitest'
import { assertNoneUnknown, itemIdsOf } from './items-of-variants.ts'

const taking = (...ids: string[]) => ({
  inventory_items: ids.map((inventory_item_id) => ({ inventory_item_id, required_quantity: 1 })),
})

it.each([
  ['no variants', undefined, []],
  ['variants without inventory items', [{}, taking()], []],
  [
    'variants that share an item',
    [taking('iitem_1', 'iitem_2'), taking('iitem_2', 'iitem_3')],
    ['iitem_1', 'iitem_2', 'iitem_3'],
  ],
])('returns each inventory item of %s once', (_, variants, ids) => {
  expect(itemIdsOf(variants)).toEqual(ids)
})

it('names unknown items in the error message', () => {
  expect(() => assertNoneUnknown([])).not.toThrow()
  expect(() => assertNoneUnknown(['a', 'b'])).toThrow('Inventory Items with ids: a, b was not found')
})
