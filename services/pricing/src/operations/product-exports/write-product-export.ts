import type { Product } from '@souk/contracts'
import { type CsvExportRecord, type CsvFile, writeCsvExport } from '@souk/runtime'
import { wholeProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { rowsOf, sortedColumns } from '../../domain/product-exports/export-rows.ts'
import { withFoundLinks } from '../products/found-links.ts'

/** Once through all products for the columns, and once more for the lines. @returns as `writeCsvExport` */
export const writeProductExport = (one: CsvExportRecord, deps: Deps, signal: AbortSignal) =>
  writeCsvExport(one, { store: deps.productExports, signal }, async (asked, deadline) => {
    const query = await withFoundLinks(asked, deps, deadline)
    const regions = new Map((await deps.regions.list({}, deadline)).map((region) => [region.id, region.name]))
    return { query, file: fileOfProducts(regions, deps) }
  })

const fileOfProducts = (regions: ReadonlyMap<string, string>, deps: Deps): CsvFile<Product> => ({
  async columns(rowsOfAll) {
    const names = new Set<string>()
    for await (const rows of rowsOfAll()) for (const row of rows) for (const name of Object.keys(row)) names.add(name)
    return sortedColumns(names)
  },
  async page(query, deadline) {
    const ids: string[] = []
    await deps.products.pageAmong(query, deadline, async (found) => {
      ids.push(...found.map(({ id }) => id))
      return []
    })
    const living = (await deps.products.findAlone(ids, deadline)).flatMap((product) => product ?? [])
    return { records: await wholeProducts(living, deps, deadline), last: ids.at(-1) }
  },
  rowsOf: (products) => products.flatMap((product) => rowsOf(product, regions)),
})
