import type { AccessWriter, Logger } from '@souk/runtime'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { SellerStore } from './stores/sellers.ts'
import type { TokenSigner } from './tokens.ts'

const SYNC_EVERY_MS = 60_000
const RETRY_AFTER_MS = 1000

export interface AccessSources {
  signer: TokenSigner
  apiKeys: ApiKeyStore
  sellers: SellerStore
}

/** All that the `access` bucket must hold, from the records. */
export async function accessEntries({ signer, apiKeys, sellers }: AccessSources): Promise<Map<string, unknown>> {
  const [keys, restricted, deletedMembers] = await Promise.all([
    apiKeys.listActive(),
    sellers.listRestricted(),
    sellers.listDeletedMemberIds(),
  ])
  return new Map<string, unknown>([
    [`jwk.${signer.public_key.kid}`, signer.public_key],
    ...keys.map(({ token_sha256, ...facts }) => [`key.${token_sha256}`, facts] as const),
    ...restricted.map(({ id, store_status }) => [`seller.${id}`, { store_status }] as const),
    ...deletedMembers.map((id) => [`member.${id}`, { deleted: true }] as const),
  ])
}

/** Writes the bucket at start and each minute: what a lost bucket or a missed write left wrong is right again then. */
export function keepAccessInSync(sources: AccessSources, writer: AccessWriter, logger: Logger) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function sync() {
    let next = SYNC_EVERY_MS
    try {
      const writes = await writer.sync(await accessEntries(sources))
      if (writes > 0) logger.info({ writes }, 'access bucket written')
    } catch (error) {
      next = RETRY_AFTER_MS
      logger.warn({ err: error }, 'the access bucket cannot be written; trying again')
    }
    if (!stopped) timer = setTimeout(() => void sync(), next) // sync settles itself
  }
  const first = sync()

  return {
    /** Resolves after the first attempt, whatever its outcome. */
    first,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
