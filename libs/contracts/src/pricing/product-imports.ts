import { z } from 'zod'
import { Id, IdInput, Timestamp, timestamps } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'

const count = z.int().min(0)

/** A mistake in a line of the file; lines are counted from 1, which has the names of the columns. */
export const ImportProblem = z.object({ line: z.int(), message: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>

/** Products of a file, read and checked, and imported once somebody confirms it. */
export const ProductImport = z
  .object({
    id: Id,
    originalname: z.string().describe('Name of the file.'),
    status: z
      .enum(['reading', 'waiting', 'running', 'done'])
      .describe('`waiting`: to be confirmed. `done`: all products were processed; those that failed are among the errors.'),
    to_create: count,
    to_update: count,
    created: count,
    updated: count,
    failed: count,
    errors: z.array(ImportProblem).describe('The first hundred errors.'),
    finished_at: Timestamp.nullable(),
    ...timestamps,
  })
  .meta({ id: 'ProductImport' })
export type ProductImport = z.infer<typeof ProductImport>

/**
 * A text in a CSV file that begins with `'`, by which exports keep spreadsheets from taking it for a formula: imports remove the
 * first one. Exports put one more before a text that has this form itself.
 */
export const ESCAPED_FORMULA = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Names are compared loosely: `Product Id` and `product_id` are the same column, `EU West` and `EU_West` the same region. */
export const columnName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

/** A line of the file: its non-empty values, by the names of the columns as `columnName` makes them. */
export const ImportRow = z.strictObject({ line: z.int(), values: z.record(z.string(), z.string()) })
export type ImportRow = z.infer<typeof ImportRow>

const import_id = IdInput
const internal = { service: 'pricing', attempt_ms: 8000, deadline_ms: 10_000 } as const

/** Returns the same import for every attempt of one request. */
export const beginProductImport = defineOperation({
  ...internal,
  name: 'begin-product-import',
  summary: 'Begin an import of products',
  body: z.strictObject({ originalname: z.string().max(1000) }),
  response: z.object({ id: z.string() }),
})
/** Repeating it is harmless. All lines of a product are sent together. */
export const stageImportedProducts = defineOperation({
  ...internal,
  name: 'stage-imported-products',
  summary: 'Validate and store products of a file until the import is confirmed',
  body: z.strictObject({
    import_id,
    first: count.describe('Position in the file of the first of these products.'),
    products: z.array(z.array(ImportRow).min(1)),
  }),
  response: z.object({}),
})
export const closeProductImport = defineOperation({
  ...internal,
  name: 'close-product-import',
  summary: 'Report that a file of products has been read',
  body: z.strictObject({ import_id }),
  response: z.object({ to_create: count, to_update: count }),
})

const one = {
  service: 'pricing',
  params: z.object({ id: IdInput.meta({ description: 'ID of the import', example: demonstrationId('pimp', 1) }) }),
} as const
const confirm = {
  ...one,
  method: 'POST',
  status: 202,
  summary: 'Run an import of products',
  response: z.object({}),
} as const

/** Answered at once; the products are imported afterwards, and `get-product-import` shows the progress. */
export const confirmProductImport = defineOperation({
  ...confirm,
  name: 'confirm-product-import',
  path: '/admin/products/imports/:id/confirm',
})
/** The same, at its path in older versions of Medusa. */
export const confirmImportedProducts = defineOperation({
  ...confirm,
  name: 'confirm-imported-products',
  path: '/admin/products/import/:id/confirm',
})
export const getProductImport = defineOperation({
  ...one,
  name: 'get-product-import',
  method: 'GET',
  path: '/admin/product-imports/:id',
  summary: 'Get the progress of an import of products',
  response: z.object({ product_import: ProductImport }),
  selects: { key: 'product_import', schema: ProductImport, defaults: 'all' },
})

export const productImportOperations = {
  beginProductImport,
  stageImportedProducts,
  closeProductImport,
  confirmProductImport,
  confirmImportedProducts,
  getProductImport,
}

const ids = z.object({ id: z.string().describe('The import'), originalname: z.string().describe('The name of its file') })
const event = eventsOf('pricing', 'product-import', ids)
export const productImportFinished = event('finished', 'All products of a file were created or updated.')
export const productImportFailed = event('failed', 'All products of a file were processed; some could not be created or updated.')
export const productImportEvents = [productImportFinished, productImportFailed]
