import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { notFound, sellerIdOf } from '@souk/contracts'
import { parseQueryString } from '@souk/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Forwarder } from '../forwarding/forward.ts'
import { holdUnread, relay } from '../forwarding/relay.ts'
import { createPlaces } from '../load/places.ts'
import { assertUnconditional } from './conditions.ts'
import { beginSellerExport, isWrittenWithin, partsOfSellers } from './export-seller-products.ts'
import { EXPORT_MS, exportVendorProducts, FILE_MS, importVendorProducts, readVendorProductExport } from './file-routes.ts'
import { importSellerProducts } from './import-seller-products.ts'
import { originOf } from './origin-of.ts'
import { receiveBytes } from './receive-files.ts'
import type { ImportOptions } from './register-imports.ts'
import { sendExport } from './send-export.ts'

/** Most forms received at once, files imported at once, and sellers waiting for their file to be written. */
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
      const authenticated = () => authenticate('vendor', request)
      const { bytes } = await receiving.within(seller_id, () => receiveBytes(request, { max_bytes, authenticated }))
      const run = () => importSellerProducts(Readable.from([bytes]), { actor, request_id: request.id }, forwarder)
      const answer = await importing.within(seller_id, run)
      holdUnread(unread, reply, answer, false)
      return await relay(reply, answer)
    } catch (error) {
      reply.header('connection', 'close') // the rest of the form is not read
      throw error
    }
  })
  /** Waits for a file if the client gets a place, otherwise checks for it once. */
  async function isWritten(client: string, ms: number, read: ReturnType<typeof partsOfSellers>) {
    const leave = waiting.take(client)
    try {
      return await isWrittenWithin(leave ? ms : 0, read)
    } finally {
      leave?.()
    }
  }
  app.post(exportVendorProducts.path, { preParsing }, async (request, reply) => {
    // Again if there is a body, which may have come long after its headers.
    const actor = request.body ? await authenticate('vendor', request) : request.actor!
    const { id, key } = await beginSellerExport(actor, bus)
    const isThere = await isWritten(sellerIdOf(actor), EXPORT_MS, partsOfSellers(id, { actor }, bus))
    const url = `${originOf(request)}${readVendorProductExport.path.replace(':id', id)}?key=${key}`
    return reply.code(isThere ? 200 : 202).send({ url })
  })

  // A download link in a page carries no token.
  const byLink = async (request: FastifyRequest) =>
    request.headers.authorization === undefined && keyIn(request) !== undefined
      ? assertUnconditional(request)
      : preParsing(request)
  app.get<{ Params: { id: string } }>(readVendorProductExport.path, { preParsing: byLink }, async (request, reply) => {
    const { id } = request.params
    const read = partsOfSellers(id, request.actor ? { actor: request.actor } : { key: keyIn(request)! }, bus)
    const isThere = (await isWrittenWithin(0, read)) || (await isWritten(id, FILE_MS, read))
    if (!isThere) throw notFound(`The file of product export with id: ${id} was not found`)
    return sendExport(reply, read, unread)
  })
}

function keyIn({ url }: Pick<FastifyRequest, 'url'>): string | undefined {
  const at = url.indexOf('?')
  const { key } = at < 0 ? {} : parseQueryString(url.slice(at + 1))
  return typeof key === 'string' ? key : undefined
}
