import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { getSellerProductExportPart, overloaded } from '@souk/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Forwarder } from '../forwarding/forward.ts'
import { holdUnread, relay } from '../forwarding/relay.ts'
import { assertUnconditional } from './conditions.ts'
import { exportSellerProducts } from './export-seller-products.ts'
import { exportVendorProducts, importVendorProducts, readVendorProductExport } from './file-routes.ts'
import { importSellerProducts } from './import-seller-products.ts'
import { originOf } from './origin-of.ts'
import { receiveBytes } from './receive-files.ts'
import type { ImportOptions } from './register-imports.ts'
import { sendExport } from './send-export.ts'

/** So many files are imported at once, and so many clients wait for theirs to be written. */
const MAX_IMPORTS = 4
const MAX_EXPORTS = 16

export interface VendorImportOptions extends Omit<ImportOptions, 'provider' | 'bus'> {
  forwarder: Forwarder
}

/** Imports and exports of sellers' own products. */
export async function registerVendorImports(
  app: FastifyInstance,
  { forwarder, authenticate, unread, max_bytes }: VendorImportOptions,
) {
  const { bus } = forwarder
  await app.register(multipart, { throwFileSizeLimit: true })
  const preParsing = async (request: FastifyRequest) => {
    request.actor = await authenticate('vendor', request)
    assertUnconditional(request)
  }
  const [importing, exporting] = [atMost(MAX_IMPORTS), atMost(MAX_EXPORTS)]

  app.post(importVendorProducts.path, { preParsing }, async (request, reply) => {
    try {
      const answer = await importing(async () => {
        const { bytes } = await receiveBytes(request, max_bytes)
        const importing = { actor: request.actor!, request_id: request.id }
        return importSellerProducts(Readable.from([bytes]), importing, forwarder)
      })
      holdUnread(unread, reply, answer, false)
      return await relay(reply, answer)
    } catch (error) {
      reply.header('connection', 'close') // the rest of the form is not read
      throw error
    }
  })
  app.post(exportVendorProducts.path, { preParsing }, async (request, reply) => {
    const { id, is_written } = await exporting(() => exportSellerProducts(request.actor!, bus))
    const url = originOf(request) + readVendorProductExport.path.replace(':id', id)
    return reply.code(is_written ? 200 : 202).send({ url })
  })
  app.get<{ Params: { id: string } }>(readVendorProductExport.path, { preParsing }, (request, reply) =>
    sendExport(reply, request.params.id, getSellerProductExportPart, { bus, unread, actor: request.actor! }),
  )
}

/** Runs so many at a time. @throws overloaded beyond them */
function atMost(most: number) {
  let underWay = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (underWay >= most) throw overloaded()
    underWay++
    try {
      return await run()
    } finally {
      underWay--
    }
  }
}
