import type { Logger } from '@souk/runtime'
import type { GatewayConfig } from '../config.ts'
import type { FileProvider } from './file-provider.ts'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'

/** The configured storage of files; undefined if there is none. */
export async function createFileProvider(config: GatewayConfig, logger: Logger): Promise<FileProvider | undefined> {
  if (config.S3_BUCKET !== undefined) return createS3Files(config, logger)
  return config.FILES_FOLDER === undefined ? undefined : createLocalFiles(config.FILES_FOLDER)
}
