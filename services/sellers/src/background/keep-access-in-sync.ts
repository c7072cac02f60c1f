import { DAY_MS } from '@souk/contracts'
import { type AccessKey, accessKeys, type Bus, type Logger } from '@souk/runtime'
import { releaseLeft } from '../credentials/release.ts'
import { revocationValue } from '../credentials/revocation.ts'
import type { Deps } from '../deps.ts'
import { restrictionOf } from '../domain/sellers/seller.ts'

const SYNC_EVERY_MS = 60_000
/** How soon a possibly lost bucket is noticed, and how soon a failed attempt is repeated. */
const CHECK_EVERY_MS = 1000
/**
 * An attempt that failed after it had read everything, as with a full bucket, is repeated after 2 s, 4 s, and so on up to this.
 */
const MAX_PAUSE_MS = 15_000
/** Later than the issue of any token. */
const FOR_GOOD = { iat: Number.MAX_SAFE_INTEGER }

export type AccessSources = Pick<Deps, 'signingKeys' | 'apiKeys' | 'sellers' | 'users' | 'revocations' | 'tokenHolders'>

const entry = <Value>(key: AccessKey<Value>, value: Value): [string, unknown] => [key, value]

/** All entries that the `access` bucket must hold, according to the records. */
export async function accessEntries(sources: AccessSources): Promise<Map<string, unknown>> {
  const { signingKeys, apiKeys, sellers, users, revocations, tokenHolders } = sources
  const now = new Date()
  const [signing, keys, restricted, deletedMembers, deletedUsers, revoked, orphaned] = await Promise.all([
    signingKeys.announce(),
    apiKeys.listActive(),
    sellers.listRestricted(),
    sellers.listDeletedMemberIds(),
    users.listDeletedIds(),
    revocations.listLive(now),
    tokenHolders.listOrphaned(now),
  ])
  return new Map<string, unknown>([
    ...signing.map((key) => entry(accessKeys.signingKey(key.kid), key)),
    ...keys.map(({ token_sha256, ...facts }) => entry(accessKeys.apiKey(token_sha256), facts)),
    ...restricted.map((seller) => entry(accessKeys.seller(seller.id), restrictionOf(seller)!)),
    ...deletedMembers.map((id) => entry(accessKeys.member(id), { deleted: true })),
    ...deletedUsers.map((id) => entry(accessKeys.user(id), { deleted: true })),
    ...revoked.map((record) => [record.id, revocationValue(record)] as const),
    ...orphaned.map((id) => entry(accessKeys.identity(id), FOR_GOOD)),
  ])
}

/**
 * Syncs the bucket at start and every minute, and within a second or two after it was lost: this repairs a lost bucket or a
 * missed write. It also releases log-ins of deleted members and users whose deletion was interrupted, and removes layouts of
 * these users, and second factors of removed log-ins.
 * @param check_every_ms for tests; the pauses after failures are twice, four times as long, and so on
 */
export function keepAccessInSync(
  deps: Deps,
  bus: Pick<Bus, 'connected' | 'reconnects'>,
  logger: Logger,
  check_every_ms = CHECK_EVERY_MS,
) {
  const { access, signer, signingKeys } = deps
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let synced = { at: Number.NEGATIVE_INFINITY, reconnects: -1 }
  let failed = { pause_ms: check_every_ms, until: Number.NEGATIVE_INFINITY, reconnects: -1 }

  /** The bucket may be older than the configuration, whose own check does not see that. */
  async function warnOfShortAge() {
    const kept_ms = await access.keptMs()
    if (kept_ms === 0 || kept_ms >= 2 * signer.ttl_s * 1000) return
    const text = 'the access bucket keeps entries for less than twice TOKEN_TTL_S: a token may outlive its revocation'
    logger.warn({ kept_days: kept_ms / DAY_MS }, text)
  }

  async function sync() {
    const { reconnects } = bus
    const at = performance.now()
    await releaseLeft(deps)
    let hasRead = false
    try {
      const writes = await access.sync(() => {
        hasRead = true
        return accessEntries(deps)
      })
      signingKeys.published()
      if (synced.at === Number.NEGATIVE_INFINITY) await warnOfShortAge()
      synced = { at, reconnects }
      failed = { ...failed, pause_ms: check_every_ms }
      if (writes > 0) logger.info({ writes }, 'access bucket written')
    } catch (error) {
      const pause_ms = Math.min(2 * failed.pause_ms, MAX_PAUSE_MS)
      if (hasRead) failed = { pause_ms, until: performance.now() + pause_ms, reconnects }
      throw error
    }
    // Nobody waits for it, unlike for the bucket.
    await deps.mfaFactors.removeOrphaned().catch((error: unknown) => {
      logger.warn({ err: error }, 'second factors of removed log-ins cannot be removed; trying again in a minute')
    })
  }

  const waits = () => performance.now() < failed.until && failed.reconnects === bus.reconnects

  /** After a reconnect, the server may have lost its store, or its last writes. */
  const isDue = async () =>
    synced.reconnects !== bus.reconnects || performance.now() - synced.at >= SYNC_EVERY_MS || !(await access.isComplete())

  async function check() {
    try {
      if (bus.connected && !waits() && (await isDue())) await sync()
    } catch (error) {
      logger.warn({ err: error }, 'the access bucket cannot be written; trying again')
    }
    if (!stopped) timer = setTimeout(() => void check(), check_every_ms) // check never rejects
  }
  const first = check()

  return {
    /** Resolves after the first attempt, successful or not. */
    first,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
