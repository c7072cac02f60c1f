import { ESCAPED_FORMULA, type ListQuery } from '@souk/contracts'
import { type Options, stringify } from 'csv-stringify/sync'
import type { CsvExportRecord, CsvExportStore } from './csv-export-store.ts'
import { takeWork } from './taken-work.ts'

/** Records in memory at once. */
const PAGE = 20
/** Characters of the values in a part of the file, which MongoDB keeps in one document. A longer row is a part of its own. */
const PART = 1024 * 1024
const PAGE_MS = 30_000
/**
 * Escapes text that a spreadsheet would take for a formula, but not negative numbers; and text that begins as an escaped one, so
 * that the prefix can be removed again.
 */
const AS_TEXTS: Options = {
  escape_formulas: true,
  cast: {
    number: (value) => ({ value: String(value), escape_formulas: false }),
    string: (value) => (ESCAPED_FORMULA.test(value) ? `'${value}` : value),
  },
}

/** Lines of a CSV file. @param columns in their order; absent: each row is an array */
export const csvText = (rows: readonly (CsvRow | string[])[], columns?: string[]): string =>
  stringify([...rows], { ...AS_TEXTS, ...(columns && { columns }) })

/** For reading the pages of a file, which need no count of all records. */
export const NOT_COUNTED = { keptCount: async () => 0 } as const

/** The values of a row, by column. */
export type CsvRow = Record<string, string | number>

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
  return takeWork({ store, id, signal }, async (write) => {
    const { record: begun, revision: fence } = await store.get(id, Date.now() + PAGE_MS)
    const { query, file } = await begin(JSON.parse(begun.query) as ListQuery, Date.now() + PAGE_MS)
    const keepPart = (n: number, text: string) => store.keepPart({ export_id: id, n, text, fence }, Date.now() + PAGE_MS)

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
      if (!(await keepPart(0, csvText([columns])))) return false
      parts = 1
      if (!(await write(() => ({ columns, parts })))) return false
    }
    for await (const { records, rows } of pages(query, last_id, file)) {
      if (signal.aborted) return true
      for (const some of inParts(rows)) if (!(await keepPart(parts++, csvText(some, columns)))) return false
      ;[written, last_id] = [written + records.length, records.at(-1)!.id]
      if (!(await write(() => ({ parts, written, last_id })))) return false
    }
    return write(() => ({ status: 'done' as const, finished_at: new Date().toISOString() }), { freeAt: 0 })
  })
}

/** Rows in groups, each of them one part of the file. */
export function* inParts(rows: readonly CsvRow[]): Generator<CsvRow[]> {
  let part: CsvRow[] = []
  let length = 0
  for (const row of rows) {
    const added = Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0)
    if (part.length > 0 && length + added > PART) {
      yield part
      ;[part, length] = [[], 0]
    }
    part.push(row)
    length += added
  }
  if (part.length > 0) yield part
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
