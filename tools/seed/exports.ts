import { demonstrationId } from '@souk/contracts'
import type { CsvExportRecord } from '@souk/runtime'

/** An export of a shop in which nothing is found; exports go away when they are a week old. */
export const seededExport = (prefix: string, now: string): CsvExportRecord => ({
  id: demonstrationId(prefix, 1),
  status: 'done',
  query: '{}',
  columns: null,
  last_id: null,
  written: 0,
  parts: 0,
  taken_until: 0,
  finished_at: now,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
