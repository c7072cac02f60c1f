import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { beginSellerProductExport, getSellerProductExportPart, OperationError, overloaded } from '@souk/contracts'
import { ownEnvelope } from '@souk/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertUnconditional } from './conditions.ts'
import { exportVendorProducts, importVendorProducts, readVendorProductExport } from './file-routes.ts'
import { importSellerProducts } from './import-seller-products.ts'
import { originOf } from './origin-of.ts'
import { receiveBytes } from './receive-files.ts'
import type { ImportOptions } from './register-imports.ts'
import { sendExport } from './send-export.ts'

/** So many files are imported at once. */
const MAX_AT_ONCE = 4
/** How long a client waits for its file, and how often it is looked for, in ms. */
const WRITTEN_MS = 20_000
const LOOK_MS = 250

/** Imports and exports of sellers' own products. */
export async function registerVendorImports(
  app: FastifyInstance,
  { bus, authenticate, unread, max_bytes }: Omit<ImportOptions, 'provider'>,
) {
  await app.register(multipart, { throwFileSizeLimit: true })
  const preParsing = async (request: FastifyRequest) => {
    request.actor = await authenticate('vendor', request)
    assertUnconditional(request)
  }
  let underWay = 0
  app.post(importVendorProducts.path, { preParsing }, async (request, reply) => {
    if (underWay >= MAX_AT_ONCE) throw overloaded()
    underWay++
    try {
      const { bytes } = await receiveBytes(request, max_bytes)
      return await reply.code(201).send(await importSellerProducts(Readable.from([bytes]), request.actor!, bus))
    } catch (error) {
      reply.header('connection', 'close') // the rest of the form is not read
      throw error
    } finally {
      underWay--
    }
  })

  app.post(exportVendorProducts.path, { preParsing }, async (request, reply) => {
    const until = Date.now() + WRITTEN_MS
    const envelope = () => ({ ...ownEnvelope('gateway', WRITTEN_MS), actor: request.actor! })
    const { id } = await bus.call(beginSellerProductExport, { body: {} }, envelope())
    const isWritten = () =>
      bus.call(getSellerProductExportPart, { body: { export_id: id, part: 0 } }, envelope()).then(
        () => true,
        (error: unknown) => {
          if (error instanceof OperationError && error.kind === 'not_found') return false
          throw error
        },
      )
    let written = await isWritten()
    while (!written && Date.now() < until) {
      await setTimeout(LOOK_MS)
      written = await isWritten()
    }
    const url = originOf(request) + readVendorProductExport.path.replace(':id', id)
    return reply.code(written ? 200 : 202).send({ url })
  })

  app.get<{ Params: { id: string } }>(readVendorProductExport.path, { preParsing }, (request, reply) =>
    sendExport(reply, request.params.id, getSellerProductExportPart, { bus, unread, actor: request.actor! }),
  )
}
