import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { getSellerProductExportPart, sellerIdOf } from '@souk/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Forwarder } from '../forwarding/forward.ts'
import { holdUnread, relay } from '../forwarding/relay.ts'
import { createPlaces } from '../load/places.ts'
import { assertUnconditional } from './conditions.ts'
import { exportSellerProducts } from './export-seller-products.ts'
import { exportVendorProducts, importVendorProducts, readVendorProductExport } from './file-routes.ts'
import { importSellerProducts } from './import-seller-products.ts'
import { originOf } from './origin-of.ts'
import { receiveBytes } from './receive-files.ts'
import type { ImportOptions } from './register-imports.ts'
import { sendExport } from './send-export.ts'

/** So many forms are received at once, so many files are imported, and so many sellers wait for theirs to be written. */
const MAX_FORMS = 8
const MAX_IMPORTS = 4
const MAX_EXPORTS = 16
const ANOTHER_IMPORT = 'Another import of the seller is under way; try again once it is answered'

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
  const receiving = createPlaces({ most: MAX_FORMS, taken: ANOTHER_IMPORT })
  const importing = createPlaces({ most: MAX_IMPORTS, taken: ANOTHER_IMPORT })
  const waiting = createPlaces({ most: MAX_EXPORTS, taken: 'Another export of the seller is waited for' })

  app.post(importVendorProducts.path, { preParsing }, async (request, reply) => {
    const actor = request.actor!
    const seller_id = sellerIdOf(actor)
    try {
      importing.assertNone(seller_id)
      const { bytes } = await receiving.within(seller_id, () => receiveBytes(request, max_bytes))
      const run = () => importSellerProducts(Readable.from([bytes]), { actor, request_id: request.id }, forwarder)
      const answer = await importing.within(seller_id, run)
      holdUnread(unread, reply, answer, false)
      return await relay(reply, answer)
    } catch (error) {
      reply.header('connection', 'close') // the rest of the form is not read
      throw error
    }
  })
  app.post(exportVendorProducts.path, { preParsing }, async (request, reply) => {
    const leave = waiting.take(sellerIdOf(request.actor!))
    try {
      const { id, is_written } = await exportSellerProducts(request.actor!, bus, { waits: leave !== undefined })
      const url = originOf(request) + readVendorProductExport.path.replace(':id', id)
      return reply.code(is_written ? 200 : 202).send({ url })
    } finally {
      leave?.()
    }
  })
  app.get<{ Params: { id: string } }>(readVendorProductExport.path, { preParsing }, (request, reply) =>
    sendExport(reply, request.params.id, getSellerProductExportPart, { bus, unread, actor: request.actor! }),
  )
}
