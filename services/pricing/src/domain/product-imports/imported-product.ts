import { columnName, type ImportRow, isKnownColumn, productHandleOf, unknownColumns } from '@souk/contracts'
import { fieldsOfRow, listOfRow, optionsOfRow, pricesOfRow } from './import-columns.ts'
import { LineError } from './line-error.ts'

/** The existing records that files refer to by value. */
export interface NamedInFiles {
  /** Ids, both by id and by value. */
  tags: ReadonlyMap<string, string>
  /** By the names that columns give them; several may have the same. */
  regions: ReadonlyMap<string, readonly { id: string; currency_code: string }[]>
}

/** All lines of a product share this key. @throws Error for lines that name no product */
export function keyOfRow({ values }: ImportRow): string {
  const { 'product id': id, 'product handle': handle, 'product title': title } = values
  const key = id ?? handle ?? (title && productHandleOf(title))
  if (!key) throw new Error('The line names no product: it needs a product id, handle or title')
  return key
}

/**
 * The request body for the product of these lines; empty columns are left out.
 * @param variantIds the ids of the product's variants; a line with another id creates a variant
 * @throws LineError for a mistake in one line; Error for one in the whole product
 */
export function importedProduct(
  rows: readonly ImportRow[],
  { tags, regions }: NamedInFiles,
  variantIds: ReadonlySet<string>,
): Record<string, unknown> {
  const [first] = rows
  const unknown = Object.keys(Object.assign({}, ...rows.map(({ values }) => values))).filter((name) => !isKnownColumn(name))
  if (unknown.length > 0) throw new Error(unknownColumns(unknown))
  const images = listOfRow(first!, 'image').map((url) => ({ url }))
  const named = (what: 'category' | 'sales channel') => listOfRow(first!, what).map((id) => ({ id }))
  const tagIds = listOfRow(first!, 'tag').map((text) => {
    const id = tags.get(text)
    if (id === undefined) throw new Error(`Tag with value ${text} not found`)
    return { id }
  })
  const [categories, sales_channels] = [named('category'), named('sales channel')]
  const lines = rows.filter(hasVariant)
  assertVariantsOnce(lines, variantIds)
  const variants = lines.map((row) => importedVariant(row, regions, variantIds))
  const options = new Map<string, Set<string>>()
  for (const [title, value] of rows.flatMap(optionsOfRow)) options.set(title, (options.get(title) ?? new Set()).add(value))
  return {
    ...fieldsOfRow(first!, 'product'),
    ...(images.length > 0 && { images }),
    ...(tagIds.length > 0 && { tags: tagIds }),
    ...(categories.length > 0 && { categories }),
    ...(sales_channels.length > 0 && { sales_channels }),
    ...(options.size > 0 && { options: [...options].map(([title, values]) => ({ title, values: [...values] })) }),
    ...(variants.length > 0 && { variants }),
  }
}

const hasVariant = ({ values }: ImportRow) =>
  Object.keys(values).some((name) => name.startsWith('variant ') && name !== 'variant product id')

/** @throws LineError for a line with a variant of the product that an earlier one names */
function assertVariantsOnce(rows: readonly ImportRow[], variantIds: ReadonlySet<string>) {
  const named = new Set<string>()
  for (const { line, values } of rows) {
    const id = values['variant id']
    if (id === undefined || !variantIds.has(id)) continue
    if (named.has(id)) throw new LineError(line, `Variant with id: ${id} is named more than once`)
    named.add(id)
  }
}

function importedVariant(row: ImportRow, regions: NamedInFiles['regions'], variantIds: ReadonlySet<string>) {
  const id = row.values['variant id']
  const options = optionsOfRow(row)
  const prices = pricesOfRow(row).map(({ currency_code, region: name, amount }) => {
    if (name === undefined) return { currency_code, amount }
    const [region, another] = regions.get(name) ?? []
    if (!region) throw new LineError(row.line, `Region with name ${name} not found`)
    if (another) throw new LineError(row.line, severalRegions(name, region))
    return { currency_code: currency_code ?? region.currency_code, amount, rules: { region_id: region.id } }
  })
  return {
    ...(id !== undefined && variantIds.has(id) && { id }),
    ...fieldsOfRow(row, 'variant'),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
    ...(prices.length > 0 && { prices }),
  }
}

const severalRegions = (name: string, { id }: { id: string }) =>
  `Several regions have the name ${name}; add the id of one, such as ${columnName(`${name} (${id})`)}`
