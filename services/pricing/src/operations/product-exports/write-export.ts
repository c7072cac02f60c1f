import type { ListQuery, Product } from '@souk/contracts'
import { stringify } from 'csv-stringify/sync'
import { wholeProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { rowsOf, sortedColumns } from '../../domain/product-exports/export-rows.ts'
import type { ProductExportRecord } from '../../stores/product-exports.ts'
import { withFoundLinks } from '../products/found-links.ts'
import { takenWork } from '../taken-work.ts'

/** Products that are in memory at once, and become a part of the file. */
const PAGE = 20
const PAGE_MS = 30_000

/**
 * Writes the file of an export that nobody else works on: once through all products for the columns, and once more for the lines.
 * Whoever goes on after a crash begins behind the last product that is written.
 * @returns false where somebody else has taken it meanwhile
 */
export async function writeExport({ id, query }: ProductExportRecord, deps: Deps, signal: AbortSignal): Promise<boolean> {
  const { productExports } = deps
  const write = takenWork(productExports, id)
  if (!(await write(() => ({})))) return false
  const wanted = await withFoundLinks(JSON.parse(query) as ListQuery, deps, Date.now() + PAGE_MS)
  const regions = new Map((await deps.regions.list({}, Date.now() + PAGE_MS)).map((region) => [region.id, region.name]))
  const { record: begun } = await productExports.get(id, Date.now() + PAGE_MS)

  let { columns, last_id, parts, products } = begun
  if (columns === null) {
    const names = new Set<string>()
    for await (const page of pages(wanted, null, deps)) {
      if (signal.aborted) return true
      for (const row of page.flatMap((product) => rowsOf(product, regions))) for (const name of Object.keys(row)) names.add(name)
      if (!(await write(() => ({})))) return false
    }
    columns = sortedColumns(names)
    await productExports.keepPart(id, 0, stringify([columns]), Date.now() + PAGE_MS)
    parts = 1
    if (!(await write(() => ({ columns, parts })))) return false
  }
  for await (const page of pages(wanted, last_id, deps)) {
    if (signal.aborted) return true
    const rows = page.flatMap((product) => rowsOf(product, regions))
    await productExports.keepPart(id, parts, stringify(rows, { columns, escape_formulas: true }), Date.now() + PAGE_MS)
    ;[parts, products, last_id] = [parts + 1, products + page.length, page.at(-1)!.id]
    if (!(await write(() => ({ parts, products, last_id })))) return false
  }
  return write(() => ({ status: 'done' as const, finished_at: new Date().toISOString() }), { last: true })
}

/** The products that a list would show, in the order of their ids. */
async function* pages({ filter, q, with_deleted }: ListQuery, after: string | null, deps: Deps): AsyncGenerator<Product[]> {
  for (let last = after; ; ) {
    const behind = last === null ? [] : [{ field: 'id', operator: 'gt' as const, value: last }]
    const query: ListQuery = {
      filter: [...filter, ...behind],
      q,
      with_deleted,
      offset: 0,
      limit: PAGE,
      order: [{ field: 'id', direction: 1 }],
    }
    const deadline = Date.now() + PAGE_MS
    const ids: string[] = []
    await deps.products.pageAmong(query, deadline, async (found) => {
      ids.push(...found.map(({ id }) => id))
      return []
    })
    if (ids.length === 0) return
    const found = await deps.products.findAlone(ids, deadline)
    const living = found.flatMap((product) => product ?? [])
    if (living.length > 0) yield wholeProducts(living, deps, deadline)
    last = ids.at(-1)!
  }
}
