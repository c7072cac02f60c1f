import { type ListQuery, notFound, type Operation } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import type { CsvExportRecord, CsvExportStore } from '../stores/csv-exports.ts'

const NOTHING = { columns: null, last_id: null, written: 0, parts: 0, taken_until: 0, finished_at: null }

/** Begins an export of all records that a list shows, with all fields. */
export async function beginExport(
  query: ListQuery,
  { command, newIds }: Pick<RequestOf<Operation>, 'command' | 'newIds'>,
  store: CsvExportStore,
) {
  const fields = { ...NOTHING, status: 'running' as const, query: JSON.stringify({ ...query, fields: undefined }) }
  const { record } = await store.create(fields, { command, newIds })
  return { transaction_id: record.id }
}

/** @param name of such exports in paths and filenames, such as `product-exports` */
export function shownExport({ id, status, finished_at, created_at, updated_at }: CsvExportRecord, name: string) {
  const file = { url: `/admin/${name}/${id}/file`, filename: filenameOf(id, name), mimeType: 'text/csv' }
  return { id, status, file: status === 'done' ? file : null, finished_at, created_at, updated_at }
}

/** @throws not_found also while it is being written */
export async function partOfExport(
  { export_id, part }: { export_id: string; part: number },
  { store, name, deadline }: { store: CsvExportStore; name: string; deadline: number },
) {
  const [{ record }, text] = await Promise.all([store.get(export_id, deadline), store.findPart(export_id, part, deadline)])
  if (record.status !== 'done' || text === undefined)
    throw notFound(`The file of ${store.noun.toLowerCase()} with id: ${export_id} was not found`)
  return { text, next: part + 1 < record.parts ? part + 1 : null, filename: filenameOf(export_id, name) }
}

const filenameOf = (id: string, name: string) => `${id}-${name}.csv`
