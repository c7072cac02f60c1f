import { MIMEType } from 'node:util'
import { invalidData, OperationError } from '@souk/contracts'
import { fileTypeOf, newFileKey, TAKEN_TYPES } from './file-keys.ts'
import type { FileProvider } from './file-provider.ts'
import { createPresignedUrl, PresignedUrlInput } from './file-routes.ts'
import { parsedBody } from './parsed-body.ts'

/**
 * The address to which a client may upload a file itself, and the file's later address; if the storage offers none, the route
 * that accepts forms.
 * @param bytes the body of the request
 * @param max_bytes of one file
 * @throws invalid_data; payload_too_large
 */
export async function uploadUrl(bytes: Buffer | undefined, { uploadUrlOf }: FileProvider, max_bytes: number) {
  const { originalname, mime_type, size } = parsedBody(bytes, PresignedUrlInput, createPresignedUrl.path)
  const declared = mimeType(mime_type)
  const type = fileTypeOf(originalname, declared.essence)
  if (!type) throw invalidData(`Files of this type are not accepted: the type must be one of ${TAKEN_TYPES.join(', ')}`)
  if (size > max_bytes)
    throw new OperationError('payload_too_large', `A file must not be larger than ${Math.floor(max_bytes / 1024 / 1024)} MiB`)
  const filename = newFileKey(originalname, type)
  const url = (await uploadUrlOf?.(filename, { type: mime_type, size })) ?? '/admin/uploads'
  return { url, filename, mime_type: declared.toString(), size, extension: declared.subtype, originalname }
}

function mimeType(text: string): MIMEType {
  try {
    return new MIMEType(text)
  } catch {
    throw invalidData(`Invalid file type "${text}"`, { code: 'invalid_data' })
  }
}
