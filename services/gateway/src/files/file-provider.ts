import type { Logger } from '@souk/runtime'
import type { GatewayConfig } from '../config.ts'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'

/** Where files are kept, by their keys. */
export interface FileProvider {
  /** @throws unavailable */
  save(key: string, bytes: Buffer): Promise<void>
  /** @throws unavailable */
  has(key: string): Promise<boolean>
  /** What is not there needs no removing. @throws unavailable */
  remove(key: string): Promise<void>
  /** @param origin of the gateway, as it was asked for */
  urlOf(key: string, origin: string): string
  /** Absent: others serve the files. @returns undefined for one that is not there */
  read?(key: string): Promise<Buffer | undefined>
}

/** What keeps the files, as the configuration has it; undefined: nothing does. */
export async function createFileProvider(config: GatewayConfig, logger: Logger): Promise<FileProvider | undefined> {
  if (config.S3_BUCKET !== undefined) return createS3Files(config, logger)
  return config.FILES_FOLDER === undefined ? undefined : createLocalFiles(config.FILES_FOLDER)
}
