import { defineOperation, MAX_IMPORTED, MAX_IMPORTED_LINES, MAX_IMPORTED_PRICES, type OwnRoute, Product } from '@souk/contracts'
import { z } from 'zod'

type Given = Pick<OwnRoute, 'method' | 'path' | 'name' | 'summary' | 'response'> & Partial<OwnRoute>

/** Operations that the gateway answers itself: they ignore `Idempotency-Key`, and accept `If-Match` if they show one file. */
function ofFiles<const Route extends Given>(route: Route): OwnRoute & Pick<Route, 'path'> {
  const conditions = route.selects ? {} : { ifMatch: 'none' }
  return { ...defineOperation({ idempotency: 'none', ...conditions, ...route } as never), ...route } as never
}

const SavedFile = z.object({
  id: z.string(),
  url: z.string().describe('Public URL of the file.'),
})
/** How long a request for a seller's export, and one for its file, waits until the file is written, in ms. */
export const EXPORT_MS = 20_000
export const FILE_MS = 10_000
/** Most files in one form. */
export const MAX_FILES = 10
const OneFile = z.string().meta({ format: 'binary' })
const FILE_ID = '9f2c4b7a1d3e5f608192a3b4-shirt.png'
const params = z.object({ id: z.string().describe('ID of the file.').meta({ example: FILE_ID }) })
const NOWHERE = 'Returns 501 if the installation stores no files.'
const refuses = [501]
const uploaded = {
  method: 'POST',
  summary: 'Upload files',
  description: `Up to ${MAX_FILES} images, texts, CSV or PDF files, of which all or none are stored. ${NOWHERE}`,
  refuses,
  takes: 'multipart/form-data',
  body: z.object({ files: z.array(OneFile).min(1).max(MAX_FILES) }).meta({ example: { files: ['(bytes)'] } }),
  response: z.object({ files: z.array(SavedFile) }),
} as const
const imported = {
  method: 'POST',
  status: 202,
  response: z.object({
    transaction_id: z.string().describe('Confirms the import; no product is changed before that.'),
    summary: z.object({ toCreate: z.int(), toUpdate: z.int() }),
  }),
} as const

export const uploadFiles = ofFiles({ ...uploaded, name: 'upload-files', path: '/admin/uploads' })
export const uploadVendorFiles = ofFiles({ ...uploaded, name: 'upload-vendor-files', path: '/vendor/uploads' })

export const PresignedUrlInput = z
  .object({
    originalname: z.string().min(1).max(1000),
    mime_type: z.string().max(255),
    size: z.int().min(0).describe('In bytes.'),
    access: z.enum(['public', 'private']).optional(),
  })
  .meta({ example: { originalname: 'shirt.png', mime_type: 'image/png', size: 48_213 } })

export const createPresignedUrl = ofFiles({
  method: 'POST',
  name: 'create-presigned-url',
  path: '/admin/uploads/presigned-urls',
  summary: 'Get an upload URL for a file',
  description: `With a bucket, \`url\` accepts one \`PUT\` of exactly this type and size; otherwise use the form of \`POST /admin/uploads\`. ${NOWHERE}`,
  refuses,
  body: PresignedUrlInput,
  response: z.object({
    url: z.string(),
    filename: z.string().describe('ID of the file once it is uploaded.'),
    mime_type: z.string(),
    size: z.int(),
    extension: z.string().describe('The subtype of `mime_type`; `filename` may end otherwise.'),
    originalname: z.string(),
  }),
})

export const getFile = ofFiles({
  method: 'GET',
  name: 'get-file',
  path: '/admin/uploads/:id',
  summary: 'Get an uploaded file',
  description: NOWHERE,
  refuses,
  params,
  response: z.object({ file: SavedFile }),
  selects: { key: 'file', schema: SavedFile, defaults: 'all' },
})

export const deleteFile = ofFiles({
  method: 'DELETE',
  name: 'delete-file',
  path: '/admin/uploads/:id',
  summary: 'Delete an uploaded file',
  description: `Even if a product shows it. ${NOWHERE}`,
  refuses,
  params,
  response: z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) }),
})

export const readFile = ofFiles({
  method: 'GET',
  name: 'read-file',
  path: '/static/:key',
  summary: 'Read a file from the local folder',
  description: 'Only if the gateway stores files itself. The response has the content type that the file was uploaded with.',
  params: z.object({ key: z.string().describe('ID of the file.').meta({ example: FILE_ID }) }),
  response: OneFile,
  answers: '*/*',
})

export const importProductsFile = ofFiles({
  ...imported,
  name: 'import-products-file',
  path: '/admin/products/import',
  summary: 'Import products from a CSV file',
  description: 'The columns are those of an export. Nothing changes until the import is confirmed.',
  takes: 'multipart/form-data',
  body: z.object({ file: OneFile }).meta({ example: { file: '(bytes)' } }),
})

export const UploadedImportInput = z
  .object({ file_key: z.string().max(255).describe('ID of the file.'), originalname: z.string().max(1000) })
  .meta({ example: { file_key: '9f2c4b7a1d3e5f608192a3b4-products.csv', originalname: 'products.csv' } })

export const importUploadedProducts = ofFiles({
  ...imported,
  name: 'import-uploaded-products',
  path: '/admin/products/imports',
  summary: 'Import products from an uploaded CSV file',
  description: `The file must have been uploaded to the URL returned by \`POST /admin/uploads/presigned-urls\`. ${NOWHERE}`,
  refuses,
  body: UploadedImportInput,
})

export const importVendorProducts = ofFiles({
  method: 'POST',
  status: 201,
  name: 'import-vendor-products',
  path: '/vendor/products/import',
  summary: "Import a seller's products from a CSV file",
  description: `The columns are those of an export. At most ${MAX_IMPORTED} products, ${MAX_IMPORTED_LINES} lines and ${MAX_IMPORTED_PRICES} prices; new products are proposed, or published if the marketplace requires no approval, all or none. A line with the ID of one of the seller's products updates it; a line with any other ID, or none, creates one. Refused (403) while the marketplace has disabled imports.`,
  takes: 'multipart/form-data',
  body: z.object({ file: OneFile }).meta({ example: { file: '(bytes)' } }),
  response: z.object({ products: z.array(Product) }),
})

export const exportVendorProducts = ofFiles({
  method: 'POST',
  name: 'export-vendor-products',
  path: '/vendor/products/export',
  summary: "Export a seller's products to a CSV file",
  description: `Returns once the file is written; after ${EXPORT_MS / 1000} s, and for a concurrent second request, with 202: the file is not available yet.`,
  pending: 'The file is not available yet',
  response: z.object({
    url: z
      .string()
      .describe(
        'URL at which the seller can read it for a week, or until the next export is written; for an hour without a token as well.',
      ),
  }),
})

/** The route of an export's file. @param of the records in it @param example an id of such an export */
const exportFileRoute = <const Path extends `/${string}`>(
  name: string,
  path: Path,
  of: string,
  example: string,
  more: Partial<OwnRoute> = {},
) =>
  ofFiles({
    method: 'GET',
    name,
    path,
    summary: `Read the file of ${of}`,
    params: z.object({ id: z.string().describe('ID of the export.').meta({ example }) }),
    response: z.string(),
    answers: 'text/csv',
    ...more,
  })

export const readProductExport = exportFileRoute(
  'read-product-export',
  '/admin/product-exports/:id/file',
  'a product export',
  'pexp_01K7Z5V3F8Q2M4N6P8R0S2T4V6',
)
export const readVendorProductExport = exportFileRoute(
  'read-vendor-product-export',
  '/vendor/product-exports/:id/file',
  "an export of a seller's products",
  'pexp_01K7Z5V3F8Q2M4N6P8R0S2T4V6',
  {
    description: `Waits up to ${FILE_MS / 1000} s for a file that is still being written.`,
    query: z.object({
      key: z.string().optional().describe('From the `url` of the export; makes a token unnecessary for an hour.'),
    }),
  },
)
export const readInventoryItemExport = exportFileRoute(
  'read-inventory-item-export',
  '/admin/inventory-item-exports/:id/file',
  'an export of inventory items',
  'iexp_01K7Z5V3F8Q2M4N6P8R0S2T4V6',
)
export const readOrderExport = exportFileRoute(
  'read-order-export',
  '/admin/order-exports/:id/file',
  'an export of orders',
  'oexp_01K7Z5V3F8Q2M4N6P8R0S2T4V6',
)

export const FILE_ROUTES: readonly OwnRoute[] = [
  uploadFiles,
  uploadVendorFiles,
  createPresignedUrl,
  getFile,
  deleteFile,
  readFile,
  importProductsFile,
  importUploadedProducts,
  importVendorProducts,
  exportVendorProducts,
  readProductExport,
  readVendorProductExport,
  readInventoryItemExport,
  readOrderExport,
]
