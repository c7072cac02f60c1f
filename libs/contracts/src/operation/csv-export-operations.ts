import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { ExportBegun, exportFinished, exportPart } from './csv-export.ts'
import { defineOperation, type Operation, type Path } from './operation.ts'

interface CsvExports<Key extends string, S extends z.ZodObject, Query extends z.ZodType> {
  /** The list whose records are exported. */
  list: Pick<Operation, 'service' | 'path'> & { query: Query }
  /** The words for one record and for many in names and paths, such as `inventory-item`, `inventory-items`. */
  names: readonly [one: string, many: string]
  /** The key of an export in answers. */
  key: Key
  schema: S
  /** For the reference: the id of an existing export. */
  example: string
}

/**
 * The operations for CSV exports of one kind of records, and the event of a finished export. `begin` exports all records that the
 * list finds with the same parameters; parameters about how they are shown have no effect. It is answered at once.
 */
export function csvExportOperations<const Key extends string, S extends z.ZodObject, Query extends z.ZodType>({
  list: { service, path, query },
  names: [one, many],
  key,
  schema,
  example,
}: CsvExports<Key, S, Query>) {
  const records = many.replaceAll('-', ' ')
  return {
    begin: defineOperation({
      service,
      name: `export-${many}`,
      method: 'POST',
      path: `${path}/export` as Path,
      summary: `Export ${records} to a CSV file`,
      status: 202,
      query,
      response: ExportBegun,
      ifMatch: 'none',
    }),
    get: defineOperation({
      service,
      name: `get-${one}-export`,
      method: 'GET',
      path: `/admin/${one}-exports/:id`,
      summary: `Get the progress of an export of ${records}, and the location of its file`,
      params: z.object({ id: IdInput.meta({ description: 'ID of the export', example }) }),
      response: z.object({ [key]: schema } as { [K in Key]: S }),
      selects: { key, schema, defaults: 'all' },
    }),
    part: defineOperation({
      ...exportPart,
      service,
      name: `get-${one}-export-part`,
      summary: `Read part of a CSV file of ${records}`,
    }),
    finished: exportFinished(service, `${one}-export`, records),
  }
}
