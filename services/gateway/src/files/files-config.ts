import { z } from 'zod'
import { ProtectedUrl } from '../protected-url.ts'

const text = z.string().min(1).optional()

/** The storage of uploaded files: none, unless one of two is configured. */
export const filesConfig = {
  FILES_FOLDER: text.describe(
    'Folder for uploaded files, which this gateway serves below `/static`; for development, since other gateways do not have them. If neither this nor `S3_BUCKET` is set, uploads are refused with 501 ([files](files.md))',
  ),
  UPLOAD_MAX_MB: z.coerce.number().int().min(1).max(50).default(10).describe('Maximum size of an uploaded file, in megabytes'),
  S3_BUCKET: text.describe('Bucket for uploaded files, in an S3-compatible storage'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  S3_ENDPOINT: ProtectedUrl.optional().describe('URL of the storage, without the bucket; default: AWS in the region'),
  S3_ACCESS_KEY_ID: text.describe('Access key ID used to write to the bucket; required with `S3_BUCKET`'),
  S3_SECRET_ACCESS_KEY: text.describe('Secret access key for `S3_ACCESS_KEY_ID`'),
  S3_FILE_URL: z
    .url()
    .optional()
    .describe(
      'URL under which anyone can read the files of the bucket: its public address, or that of a cache. Required with `S3_BUCKET`',
    ),
  S3_PREFIX: z
    .string()
    .regex(/^([\w-]+\/)*$/, 'must end with a slash')
    .default('')
    .describe('Prefix of the names of all files, such as `souk/`'),
}

type FilesConfig = z.infer<z.ZodObject<typeof filesConfig>>

/** The missing or conflicting variables in the configuration of files, by name. */
export function missingOfFiles({ FILES_FOLDER, ...s3 }: FilesConfig): [name: string, message: string][] {
  if (s3.S3_BUCKET === undefined) return []
  if (FILES_FOLDER !== undefined) return [['FILES_FOLDER', 'must not be given with S3_BUCKET: files are kept in one place']]
  const needed = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FILE_URL'] as const
  return needed.filter((name) => s3[name] === undefined).map((name) => [name, 'is needed with S3_BUCKET'])
}
