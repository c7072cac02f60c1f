import { type ItemWithTotals, levelAt, shownItem, shownTotals } from '../inventory/inventory-item.ts'
import type { VariantRecord } from '../products/product-record.ts'

type Row = Record<string, string | number>

/** A location with the name that its columns start with. */
export interface NamedLocation {
  id: string
  owner: string
}

const ITEM = [
  ...['id', 'sku', 'title', 'description', 'thumbnail', 'origin_country', 'hs_code', 'requires_shipping', 'mid_code'],
  ...['material', 'unit_of_measure', 'weight', 'length', 'height', 'width', 'reserved_quantity', 'stocked_quantity'],
  ...['created_at', 'updated_at'],
]
const VARIANT = ['id', 'title', 'barcode', 'ean', 'upc']
const QUANTITIES = ['stocked_quantity', 'reserved_quantity', 'available_quantity'] as const

const inWords = (name: string) =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
/** The name of a field's column, which starts with its owner. */
const columnOf = (owner: string, field: string) => `${owner} ${inWords(field)}`

/** Locations with the names of their columns: the location's name, followed by its id if another location has the same name. */
export function namedLocations(locations: readonly Readonly<{ id: string; name: string }>[]): NamedLocation[] {
  const times = new Map<string, number>()
  for (const { name } of locations) times.set(name, (times.get(name) ?? 0) + 1)
  return locations
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
    .map(({ id, name }) => ({ id, owner: `Location [${times.get(name)! > 1 ? `${name} ${id}` : name}]` }))
}

export const columnsOf = (locations: readonly NamedLocation[]): string[] => [
  ...ITEM.map((field) => columnOf('Item', field)),
  ...VARIANT.map((field) => columnOf('Variant', field)),
  ...locations.flatMap(({ owner }) => QUANTITIES.map((field) => columnOf(owner, field))),
]

/**
 * The lines of an item: one for each variant that uses it, or a single one if none does. Empty values are left out.
 * @param variants those that use the item, and possibly others
 */
export function rowsOf(item: ItemWithTotals, variants: readonly VariantRecord[], locations: readonly NamedLocation[]): Row[] {
  const levels = locations.flatMap(({ id, owner }) => {
    const level = levelAt(item, id)
    return level ? [fieldsOf(owner, QUANTITIES, shownTotals(level, item.id))] : []
  })
  const row: Row = Object.assign(fieldsOf('Item', ITEM, shownItem(item)), ...levels)
  const taking = variants.filter(({ inventory_items }) =>
    inventory_items.some(({ inventory_item_id }) => inventory_item_id === item.id),
  )
  return taking.length === 0 ? [row] : taking.map((variant) => ({ ...row, ...fieldsOf('Variant', VARIANT, variant) }))
}

function fieldsOf(owner: string, fields: readonly string[], shown: object): Row {
  const values = shown as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field] ?? ''
      return value === '' ? [] : [[columnOf(owner, field), typeof value === 'number' ? value : String(value)]]
    }),
  )
}
