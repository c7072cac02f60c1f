import multipart from '@fastify/multipart'
import { notFound, OperationError } from '@souk/contracts'
import { createBulkhead } from '@souk/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate } from '../authentication/authenticate.ts'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { askedFields } from './asked-fields.ts'
import { answerFile, assertUnconditional } from './conditions.ts'
import { headersOf, isFileKey } from './file-keys.ts'
import type { FileProvider } from './file-provider.ts'
import { createPresignedUrl, deleteFile, getFile, MAX_FILES, readFile, uploadFiles, uploadVendorFiles } from './file-routes.ts'
import { originOf } from './origin-of.ts'
import { receiveFiles } from './receive-files.ts'
import { uploadUrl } from './upload-url.ts'

export interface FilesOptions {
  /** Undefined: files are refused. */
  provider: FileProvider | undefined
  authenticate: Authenticate
  unread: UnreadAnswers
  /** Most bytes of one file. */
  max_bytes: number
}

/** Forms received at once; in memory they may together be as large as the largest form. */
const MAX_AT_ONCE = 8
/** Files are not ours to trust: they may neither load nor run anything. */
const HARMLESS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }

/**
 * Uploaded files of administrators and sellers: saved, looked up and removed, and served if they are stored in a local folder.
 */
export async function registerFiles(app: FastifyInstance, { provider, authenticate, unread, max_bytes }: FilesOptions) {
  await app.register(multipart, { throwFileSizeLimit: true })
  const most_bytes = MAX_FILES * max_bytes
  const [forms, memory] = [createBulkhead(MAX_AT_ONCE), createBulkhead(most_bytes)]
  /** A form that does not say how large it is may be the largest. */
  const bounded = <T>({ headers }: FastifyRequest, receive: () => Promise<T>) =>
    forms(() => memory(receive, Math.min(Number(headers['content-length'] ?? most_bytes), most_bytes)))
  const by =
    (audience: 'admin' | 'vendor', { hasETag = false } = {}) =>
    async (request: FastifyRequest) => {
      request.actor = await authenticate(audience, request)
      if (!hasETag) assertUnconditional(request)
      if (!provider) throw new OperationError('unsupported_operation', 'This gateway is not configured to keep files')
    }
  const shown = (request: FastifyRequest, id: string) => ({ id, url: provider!.urlOf(id, originOf(request)) })

  for (const [audience, { path }] of [
    ['admin', uploadFiles],
    ['vendor', uploadVendorFiles],
  ] as const)
    app.post(path, { preParsing: by(audience) }, (request, reply) =>
      bounded(request, async () => {
        try {
          const authenticated = () => authenticate(audience, request)
          const keys = await receiveFiles(request, provider!, { max_bytes, authenticated })
          return { files: keys.map((key) => shown(request, key)) }
        } catch (error) {
          reply.header('connection', 'close') // the rest of the form is not read
          throw error
        }
      }),
    )

  app.post(createPresignedUrl.path, { preParsing: by('admin') }, async (request) => {
    await authenticate('admin', request) // again: the body may have come long after its headers
    return uploadUrl(request.body as Buffer | undefined, provider!, max_bytes)
  })
  const one = { preParsing: by('admin', { hasETag: true }) }
  app.get<{ Params: { id: string } }>(getFile.path, one, async (request, reply) => {
    const { id } = request.params
    const selection = askedFields(request, getFile)
    if (!isFileKey(id) || !(await provider!.has(id))) throw notFound(`File with key ${id} not found`)
    return answerFile(request, reply, shown(request, id), selection)
  })
  app.delete<{ Params: { id: string } }>(deleteFile.path, { preParsing: by('admin') }, async (request) => {
    if (request.body) await authenticate('admin', request)
    const { id } = request.params
    if (isFileKey(id)) await provider!.remove(id)
    return { id, object: 'file', deleted: true }
  })

  const read = provider?.read
  if (!read) return
  app.get<{ Params: { key: string } }>(readFile.path, { config: { hasOwnHeaders: true } }, async ({ params: { key } }, reply) => {
    const bytes = isFileKey(key) ? await read(key) : undefined
    if (!bytes) throw notFound(`File with id: ${key} was not found`)
    unread.add(reply.raw, bytes.length, true)
    return reply.headers({ ...headersOf(key), ...HARMLESS }).send(bytes)
  })
}
