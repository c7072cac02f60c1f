import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { getInventoryItemExportPart, getOrderExportPart, getProductExportPart, notFound, OperationError } from '@souk/contracts'
import { type Bus, createBulkhead } from '@souk/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../authentication/authenticate.ts'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { assertUnconditional } from './conditions.ts'
import { partsOf, type ReadExportPart } from './export-file.ts'
import { isFileKey } from './file-keys.ts'
import type { FileProvider } from './file-provider.ts'
import {
  importProductsFile,
  importUploadedProducts,
  readInventoryItemExport,
  readOrderExport,
  readProductExport,
  UploadedImportInput,
} from './file-routes.ts'
import { importProducts } from './import-products.ts'
import { parsedBody } from './parsed-body.ts'
import { receiveBytes } from './receive-files.ts'
import { sendExport } from './send-export.ts'

export interface ImportOptions {
  /** Undefined: files are accepted only with the request itself. */
  provider: FileProvider | undefined
  bus: Pick<Bus, 'call'>
  authenticate: Authenticate
  unread: UnreadAnswers
  /** Most bytes of a file that comes with the request. */
  max_bytes: number
}

/** Files read at once. */
const MAX_AT_ONCE = 4

/** Imports of products, from a file in the request or a previously uploaded one, and the files of exports. */
export async function registerImports(app: FastifyInstance, { provider, bus, authenticate, unread, max_bytes }: ImportOptions) {
  await app.register(multipart, { throwFileSizeLimit: true })
  const preParsing = async (request: FastifyRequest) => {
    request.actor = await authenticate('admin', request)
    assertUnconditional(request)
  }
  const bounded = createBulkhead(MAX_AT_ONCE)
  const taking =
    (bytes: (request: FastifyRequest) => Promise<{ originalname: string; bytes: AsyncIterable<Uint8Array> }>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      bounded(async () => {
        try {
          const file = await bytes(request)
          const answer = await importProducts(file.bytes, file.originalname, bus)
          return reply.code(202).send(answer)
        } catch (error) {
          if (request.isMultipart()) reply.header('connection', 'close') // the rest of the form is not read
          throw error
        }
      })

  app.post(
    importProductsFile.path,
    { preParsing },
    taking(async (request) => {
      const authenticated = () => authenticate('admin', request)
      const { filename, bytes } = await receiveBytes(request, { max_bytes, authenticated })
      return { originalname: filename, bytes: Readable.from([bytes]) }
    }),
  )
  app.post(
    importUploadedProducts.path,
    { preParsing },
    taking(async (request) => {
      await authenticate('admin', request) // again: the body may have come long after its headers
      const { body } = request
      const { file_key, originalname } = parsedBody(body as Buffer | undefined, UploadedImportInput, importUploadedProducts.path)
      if (!provider) throw new OperationError('unsupported_operation', 'This gateway is not configured to keep files')
      const bytes = isFileKey(file_key) ? await provider.open(file_key) : undefined
      if (!bytes) throw notFound(`File with id: ${file_key} was not found`)
      return { originalname, bytes }
    }),
  )

  const files: [path: string, part: ReadExportPart][] = [
    [readProductExport.path, getProductExportPart],
    [readInventoryItemExport.path, getInventoryItemExportPart],
    [readOrderExport.path, getOrderExportPart],
  ]
  for (const [path, part] of files)
    app.get<{ Params: { id: string } }>(path, { preParsing }, ({ params: { id } }, reply) =>
      sendExport(reply, partsOf(id, part, bus), unread),
    )
}
