import type { ImportRow } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { listOfRow, pricesOfRow } from '../../domain/product-imports/import-columns.ts'
import type { NamedInFiles } from '../../domain/product-imports/imported-product.ts'
import { regionsInColumns } from '../../domain/product-imports/named-regions.ts'
import { mapInTurns } from '../map-in-turns.ts'

/** The existing tags and regions that lines refer to: one query for each kind. */
export async function namedInRows(
  rows: readonly ImportRow[],
  { productTags, regions }: Pick<Deps, 'productTags' | 'regions'>,
  deadline: number,
): Promise<NamedInFiles> {
  const named = await mapInTurns(rows, (row) => ({ tags: listOfRow(row, 'tag'), regions: regionNames(row) }))
  const values = [...new Set(named.flatMap((one) => one.tags))]
  const isRegional = named.some((one) => one.regions.length > 0)
  const [tags, known] = await Promise.all([
    values.length === 0
      ? []
      : productTags.list({ $or: [{ value: { $in: values } }, { _id: { $in: values } }] } as never, deadline),
    isRegional ? regions.list({}, deadline) : [],
  ])
  return {
    tags: new Map(tags.flatMap(({ id, value }) => [[value, id] as const, [id, id] as const])),
    regions: regionsInColumns(known),
  }
}

/** Empty for lines with unreadable prices: these are refused when they are read. */
function regionNames(row: ImportRow): string[] {
  try {
    return pricesOfRow(row).flatMap(({ region }) => region ?? [])
  } catch {
    return []
  }
}
