import type { ListQuery } from '@souk/contracts'
import { type Options, stringify } from 'csv-stringify/sync'
import type { CsvExportRecord, CsvExportStore } from './csv-export-store.ts'
import { takenWork } from './taken-work.ts'

/** Records in memory at once, which become one part of the file. */
const PAGE = 20
const PAGE_MS = 30_000
/** Escapes text that a spreadsheet would take for a formula, but not negative numbers. */
const AS_TEXTS: Options = {
  escape_formulas: true,
  cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
}

/** For reading the pages of a file, which need no count of all records. */
export const NOT_COUNTED = { keptCount: async () => 0 } as const

/** The values of a row, by column. */
type CsvRow = Record<string, string | number>

/** How records become a file. */
export interface CsvFile<T extends { id: string }> {
  /** Called before the first row is written. @param rowsOfAll reads all records; ends early if the work is stopped */
  columns(rowsOfAll: () => AsyncGenerator<CsvRow[]>): Promise<string[]>
  /**
   * The next records in the order of their ids, except those that were removed in between. `last`: the id after which to
   * continue; undefined at the end.
   */
  page(query: ListQuery, deadline: number): Promise<{ records: T[]; last: string | undefined }>
  rowsOf(records: readonly T[], deadline: number): Promise<CsvRow[]> | CsvRow[]
}

/**
 * Writes the file of an export that nobody else works on, part by part. A replica that takes over after a crash continues after
 * the last record written.
 * @param begin returns how to write the file; called once the work is taken
 * @returns false if another replica has taken it in between
 */
export async function writeCsvExport<T extends { id: string }>(
  { id }: Pick<CsvExportRecord, 'id'>,
  { store, signal }: { store: CsvExportStore; signal: AbortSignal },
  begin: (query: ListQuery, deadline: number) => Promise<{ query: ListQuery; file: CsvFile<T> }>,
): Promise<boolean> {
  const write = takenWork(store, id)
  if (!(await write(() => ({})))) return false
  const { record: begun } = await store.get(id, Date.now() + PAGE_MS)
  const { query, file } = await begin(JSON.parse(begun.query) as ListQuery, Date.now() + PAGE_MS)

  let { columns, last_id, parts, written } = begun
  if (columns === null) {
    let isMine = true
    async function* rowsOfAll() {
      for await (const page of pages(query, null, file)) {
        if (signal.aborted) return
        yield page.rows
        isMine = await write(() => ({}))
        if (!isMine) return
      }
    }
    columns = await file.columns(rowsOfAll)
    if (signal.aborted || !isMine) return isMine
    await store.keepPart(id, 0, stringify([columns], AS_TEXTS), Date.now() + PAGE_MS)
    parts = 1
    if (!(await write(() => ({ columns, parts })))) return false
  }
  for await (const { records, rows } of pages(query, last_id, file)) {
    if (signal.aborted) return true
    await store.keepPart(id, parts, stringify(rows, { ...AS_TEXTS, columns }), Date.now() + PAGE_MS)
    ;[parts, written, last_id] = [parts + 1, written + records.length, records.at(-1)!.id]
    if (!(await write(() => ({ parts, written, last_id })))) return false
  }
  return write(() => ({ status: 'done' as const, finished_at: new Date().toISOString() }), { free_at: 0 })
}

/** The records of a list in the order of their ids, with their rows. */
async function* pages<T extends { id: string }>({ filter, q, with_deleted }: ListQuery, after: string | null, file: CsvFile<T>) {
  for (let behind = after; ; ) {
    const deadline = Date.now() + PAGE_MS
    const query: ListQuery = {
      filter: behind === null ? filter : [...filter, { field: 'id', operator: 'gt', value: behind }],
      q,
      with_deleted,
      offset: 0,
      limit: PAGE,
      order: [{ field: 'id', direction: 1 }],
    }
    const { records, last } = await file.page(query, deadline)
    if (last === undefined) return
    if (records.length > 0) yield { records, rows: await file.rowsOf(records, deadline) }
    behind = last
  }
}
