import { createHash } from 'node:crypto'
import { unavailable } from '@souk/contracts'
import type { Logger } from '@souk/runtime'
import type { GatewayConfig } from '../config.ts'
import { headersOf } from './file-keys.ts'
import type { FileProvider } from './file-provider.ts'

const ATTEMPT_MS = 8000
const UPLOAD_S = 900
/** Time in which all bytes of a file must be read. */
const READ_MS = 120_000

/** Files in an S3-compatible bucket, served by the bucket itself or by a CDN in front of it. */
export async function createS3Files(config: GatewayConfig, logger: Logger): Promise<FileProvider> {
  const { AwsClient, AwsV4Signer } = await import('aws4fetch')
  const { S3_BUCKET, S3_REGION: region, S3_PREFIX, S3_FILE_URL } = config
  const endpoint = (config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  const [accessKeyId, secretAccessKey] = [config.S3_ACCESS_KEY_ID!, config.S3_SECRET_ACCESS_KEY!]
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })

  const addressOf = (key: string) => `${endpoint}/${S3_BUCKET}/${S3_PREFIX}${key}`

  /** @returns the status: one of the 2xx, or 404 */
  async function ask(method: 'PUT' | 'HEAD' | 'DELETE', key: string, bytes?: Buffer): Promise<number> {
    const own = bytes && { ...headersOf(key), 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') }
    const signal = AbortSignal.timeout(ATTEMPT_MS)
    let status: number
    try {
      const answer = await client.fetch(addressOf(key), {
        method,
        signal,
        ...(own && { headers: own, body: new Uint8Array(bytes) }),
      })
      status = answer.status
      await answer.body?.cancel()
    } catch (error) {
      throw unavailable(undefined, error)
    }
    if (status < 300 || (status === 404 && method !== 'PUT')) return status
    logger.warn({ method, status }, 'the file storage refused a request')
    throw unavailable()
  }

  return {
    async save(key, bytes) {
      await ask('PUT', key, bytes)
    },
    has: async (key) => (await ask('HEAD', key)) !== 404,
    async remove(key) {
      await ask('DELETE', key)
    },
    async open(key) {
      const signal = AbortSignal.timeout(READ_MS)
      const answer = await client.fetch(addressOf(key), { signal }).catch((error: unknown) => {
        throw unavailable(undefined, error)
      })
      if (answer.ok && answer.body) return answer.body
      await answer.body?.cancel()
      if (answer.status === 404) return undefined
      logger.warn({ method: 'GET', status: answer.status }, 'the file storage refused a request')
      throw unavailable()
    },
    async uploadUrlOf(key, { type, size }) {
      const signer = new AwsV4Signer({
        accessKeyId,
        secretAccessKey,
        region,
        service: 's3',
        method: 'PUT',
        url: `${addressOf(key)}?X-Amz-Expires=${UPLOAD_S}`,
        headers: { 'content-type': type, 'content-length': String(size) },
        signQuery: true,
        allHeaders: true,
      })
      return (await signer.sign()).url.href
    },
    urlOf: (key) => `${S3_FILE_URL!.replace(/\/+$/, '')}/${S3_PREFIX}${key}`,
  }
}
