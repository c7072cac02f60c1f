import { z } from 'zod'
import { ProtectedUrl } from '../protected-url.ts'

const text = z.string().min(1).optional()

/** Where uploaded files are kept: nowhere, unless one of two is configured. */
export const filesConfig = {
  FILES_FOLDER: text.describe(
    'Folder for uploaded files, which this gateway serves below `/static`: for development, since other gateways do not have them. Absent, and without `S3_BUCKET`: uploads are refused with 501 ([files](files.md))',
  ),
  UPLOAD_MAX_MB: z.coerce.number().int().min(1).max(50).default(10).describe('Megabytes that one uploaded file may have'),
  S3_BUCKET: text.describe('Bucket for uploaded files, of a storage that speaks S3'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Its region'),
  S3_ENDPOINT: ProtectedUrl.optional().describe('Its address without the bucket; default: that of AWS for the region'),
  S3_ACCESS_KEY_ID: text.describe('The user that writes to the bucket; needed with `S3_BUCKET`'),
  S3_SECRET_ACCESS_KEY: text.describe('The secret of `S3_ACCESS_KEY_ID`'),
  S3_FILE_URL: z
    .url()
    .optional()
    .describe('Where anybody reads the files of the bucket: its public address, or that of a cache. Needed with `S3_BUCKET`'),
  S3_PREFIX: z
    .string()
    .regex(/^([\w-]+\/)*$/, 'must end with a slash')
    .default('')
    .describe('The prefix of the names of all files, such as `souk/`'),
}

type FilesConfig = z.infer<z.ZodObject<typeof filesConfig>>

/** The variables that the configuration of files lacks, by name. */
export function missingOfFiles({ FILES_FOLDER, ...s3 }: FilesConfig): [name: string, message: string][] {
  if (s3.S3_BUCKET === undefined) return []
  if (FILES_FOLDER !== undefined) return [['FILES_FOLDER', 'must not be given with S3_BUCKET: files are kept in one place']]
  const needed = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FILE_URL'] as const
  return needed.filter((name) => s3[name] === undefined).map((name) => [name, 'is needed with S3_BUCKET'])
}
