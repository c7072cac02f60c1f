import type { Product } from '@souk/contracts'
import { type CsvExportRecord, type CsvFile, NOT_COUNTED, writeCsvExport } from '@souk/runtime'
import { wholeProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { rowsOf, sortedColumns } from '../../domain/product-exports/export-rows.ts'
import { columnsOfRegions } from '../../domain/product-imports/named-regions.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { withFoundLinks } from '../products/found-links.ts'

const REMOVE_MS = 10_000

/**
 * Reads all products once for the columns, and once more for the lines. A seller's new export replaces the former one.
 * @returns as `writeCsvExport`
 */
export async function writeProductExport(one: CsvExportRecord, deps: Deps, signal: AbortSignal): Promise<boolean> {
  const { productExports } = deps
  const isMine = await writeCsvExport(one, { store: productExports, signal }, async (asked, deadline) => {
    const query = await withFoundLinks(asked, deps, deadline)
    const regions = columnsOfRegions(await deps.regions.list({}, deadline))
    const among = one.seller_id === undefined ? undefined : { seller_id: one.seller_id }
    return { query, file: fileOfProducts(regions, deps, among) }
  })
  if (one.seller_id === undefined || !isMine || signal.aborted) return isMine
  await productExports.removeFormer(one.seller_id, one.id, Date.now() + REMOVE_MS)
  return isMine
}

/** @param among a condition that all products meet */
const fileOfProducts = (
  regions: ReadonlyMap<string, string>,
  deps: Deps,
  among: { seller_id: string } | undefined,
): CsvFile<Product> => ({
  async columns(rowsOfAll) {
    const names = new Set<string>()
    for await (const rows of rowsOfAll()) for (const row of rows) for (const name of Object.keys(row)) names.add(name)
    return sortedColumns(names)
  },
  async page(query, deadline) {
    const found: ProductRecord[] = []
    const note = async (records: readonly ProductRecord[]) => {
      found.push(...records)
      return []
    }
    await deps.products.page(query, deadline, note, among, NOT_COUNTED)
    const living = found.filter(({ deleted_at }) => deleted_at === null)
    return { records: await wholeProducts(living, deps, deadline), last: found.at(-1)?.id }
  },
  rowsOf: (products) => products.flatMap((product) => rowsOf(product, regions)),
})
