import { type ExportPart, exportedFile, type ListQuery, notFound, type Operation } from '@souk/contracts'
import { Answer, type Handler, implement, type RequestOf } from '../server/implement.ts'
import type { CsvExportRecord, CsvExportStore } from './csv-export-store.ts'

interface CsvExports<Deps, Key extends string> {
  store: (deps: Deps) => CsvExportStore
  /** The name of such exports in paths and filenames, such as `product-exports`. */
  name: string
  /** The key of an export in answers, and the name of the number of records written. */
  keys: readonly [one: Key, written: string]
}

/** The initial fields of an export, besides its query. */
export const NEW_CSV_EXPORT = {
  status: 'running',
  columns: null,
  last_id: null,
  written: 0,
  parts: 0,
  taken_until: 0,
  finished_at: null,
} as const

/**
 * A part of the file of an export, whoever owns it.
 * @param kind the name of such exports in filenames @throws not_found also while the file is being written
 */
export async function exportedPart(
  store: Pick<CsvExportStore, 'get' | 'findPart' | 'noun'>,
  kind: string,
  { export_id, part }: { export_id: string; part: number },
  deadline: number,
): Promise<ExportPart> {
  const [{ record }, text] = await Promise.all([store.get(export_id, deadline), store.findPart(export_id, part, deadline)])
  if (record.status !== 'done' || text === undefined)
    throw notFound(`The file of ${store.noun.toLowerCase()} with id: ${export_id} was not found`)
  return { text, next: part + 1 < record.parts ? part + 1 : null, filename: exportedFile(kind, export_id).filename }
}

/** The handlers of the exports of one kind of records. Their files are written in the background, by `writeCsvExport`. */
export function csvExportHandlers<Deps, const Key extends string>({ store, name, keys: [key, written] }: CsvExports<Deps, Key>) {
  const handle = <O extends Operation>(operation: O, run: (request: RequestOf<Operation>, deps: Deps) => Promise<unknown>) =>
    implement<O, Deps>(operation, run as never)

  function shown({ id, status, finished_at, created_at, updated_at, ...record }: CsvExportRecord) {
    const times = { finished_at, created_at, updated_at }
    return { id, status, file: status === 'done' ? exportedFile(name, id) : null, ...times, [written]: record.written }
  }

  return {
    /** Begins an export of all records, with all fields, that the list shows for this query. */
    begin: <O extends Operation>(operation: O): Handler<Deps, O> =>
      handle(operation, async (request, deps) => {
        const query = JSON.stringify({ ...(request.query as ListQuery), fields: undefined })
        const { record } = await store(deps).create({ ...NEW_CSV_EXPORT, query }, request)
        return { transaction_id: record.id }
      }),

    get: <O extends Operation>(operation: O): Handler<Deps, O> =>
      handle(operation, async ({ params, deadline }, deps) => {
        const { record, revision } = await store(deps).get((params as { id: string }).id, deadline)
        return new Answer({ [key]: shown(record) }, { revision })
      }),

    /** @throws not_found also while the file is being written */
    part: <O extends Operation>(operation: O): Handler<Deps, O> =>
      handle(operation, ({ body, deadline }, deps) =>
        exportedPart(store(deps), name, body as { export_id: string; part: number }, deadline),
      ),
  }
}
