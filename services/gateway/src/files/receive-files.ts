import { invalidData, OperationError } from '@souk/contracts'
import type { FastifyRequest } from 'fastify'
import { fileTypeOf, newFileKey, TAKEN_TYPES } from './file-keys.ts'
import type { FileProvider } from './file-provider.ts'
import { MAX_FILES } from './file-routes.ts'

const noFiles = () => invalidData('No files were uploaded')
const noFile = () => invalidData('No file was uploaded for importing')
/** Limits of the other parts of a form, which clients do not send. */
const LIMITS = { files: MAX_FILES, fields: 10, fieldSize: 1024, fieldNameSize: 100, parts: 20, headerPairs: 20 }

export interface Receiving {
  /** Most bytes of one file. */
  max_bytes: number
  /** Authenticates again once a file is there: a form may come slowly, and its sender may have lost access meanwhile. */
  authenticated: () => Promise<unknown>
}

/**
 * Saves the files of a form, one by one: all of them, or none.
 * @returns their keys
 * @throws invalid_data; payload_too_large; the refusals of `authenticated`
 */
export async function receiveFiles(
  request: FastifyRequest,
  provider: FileProvider,
  { max_bytes, authenticated }: Receiving,
): Promise<string[]> {
  if (!request.isMultipart()) throw noFiles()
  const saved: string[] = []
  try {
    for await (const file of request.files({ limits: { ...LIMITS, fileSize: max_bytes } })) {
      const { filename = '', mimetype } = file
      const type = fileTypeOf(filename, mimetype)
      if (!type) throw invalidData(`Files of this type are not taken: it must be one of ${TAKEN_TYPES.join(', ')}`)
      const bytes = await file.toBuffer()
      await authenticated()
      const key = newFileKey(filename, type)
      saved.push(key)
      await provider.save(key, bytes).catch(storing)
    }
    if (saved.length === 0) throw noFiles()
    return saved
  } catch (error) {
    await Promise.allSettled(saved.map((key) => provider.remove(key)))
    throw refusalOf(error, max_bytes)
  }
}

/**
 * Reads the only file of a form into memory, for an import.
 * @throws as `receiveFiles`
 */
export async function receiveBytes(
  request: FastifyRequest,
  { max_bytes, authenticated }: Receiving,
): Promise<{ filename: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw noFile()
  try {
    const file = await request.file({ limits: { ...LIMITS, files: 1, fileSize: max_bytes } })
    if (!file) throw noFile()
    const bytes = await file.toBuffer()
    await authenticated()
    return { filename: file.filename ?? '', bytes }
  } catch (error) {
    throw refusalOf(error, max_bytes)
  }
}

/** A failure of the storage, as opposed to mistakes in the form. */
class StorageError extends Error {}
const storing = (cause: unknown): never => {
  throw cause instanceof OperationError ? cause : new StorageError('a file cannot be saved', { cause })
}

function refusalOf(error: unknown, max_bytes: number): unknown {
  if (error instanceof OperationError || error instanceof StorageError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new OperationError('payload_too_large', `A file must not be larger than ${Math.floor(max_bytes / 1024 / 1024)} MiB`)
  if (code === 'FST_FILES_LIMIT') return new OperationError('payload_too_large', `There must not be more than ${MAX_FILES} files`)
  return invalidData('The form is malformed')
}
