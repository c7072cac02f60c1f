import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@souk/contracts'
import type { Logger } from '@souk/runtime'
import type { SigningKeyStore } from '../stores/signing-keys.ts'
import type { PublicKey, SignOptions, TokenSigner } from './tokens.ts'

/** How long a key that is no longer announced outlives the last token it may have signed: keys are announced every minute. */
const MARGIN_MS = 600_000
/** A new key next to others may sign only once every gateway knows it: a valid token must not be called invalid. */
const SETTLE_MS = 1000

export interface SigningKeysOptions {
  signer: TokenSigner
  store: SigningKeyStore
  logger: Logger
}

export interface CurrentKey {
  /** Public. */
  kid: string
  sign(claims: Record<string, unknown>, options: Omit<SignOptions, 'kid'>): Promise<string>
  /** As the signer's, of this key. */
  secretFor(purpose: string, op: string): string
}

/**
 * The keys of all replicas: each announces its own, and the bucket holds all recently announced ones. So replicas may have
 * different keys, and a replaced key stays valid until the last of its tokens has expired.
 */
export function createSigningKeys({ signer, store, logger }: SigningKeysOptions) {
  /** When our key may be used, by this process's monotonic clock; undefined until the bucket holds our keys. */
  let usableAt: number | undefined
  let isNewBesideOthers = false

  /** The first of our keys that is not retired. @throws unavailable if all are */
  async function firstKid(deadline: number): Promise<string> {
    const kids = signer.public_keys.map(({ kid }) => kid)
    const retired = await store.findRetired(kids, deadline)
    const kid = kids.find((one) => !retired.includes(one))
    if (kid !== undefined) return kid
    logger.error('no log-in is possible: every key of AUTH_SIGNING_KEY is retired')
    throw unavailable()
  }

  return {
    /** Records the keys of this replica. Called at start and with each sync. @returns the currently valid keys */
    async announce(): Promise<PublicKey[]> {
      const now = new Date()
      const expires_at = new Date(now.getTime() + signer.ttl_s * 1000 + MARGIN_MS)
      const before = usableAt === undefined ? await store.listLive(now) : []
      const announced = await Promise.all(signer.public_keys.map((key) => store.announce(key, now, expires_at)))
      if (announced.includes(false)) logger.error('AUTH_SIGNING_KEY holds a key that was retired: it signs nothing; replace it')
      if (before.length > 0 && !before.some(({ public_key }) => public_key.kid === signer.public_key.kid))
        isNewBesideOthers = true
      return (await store.listLive(now)).map(({ public_key }) => public_key)
    },

    /** To be called once the bucket holds the keys that `announce` recorded. */
    published() {
      usableAt ??= performance.now() + (isNewBesideOthers ? SETTLE_MS : 0)
    },

    /** @throws unavailable while the bucket cannot be written, or if all our keys are retired */
    async sign(claims: Record<string, unknown>, deadline: number, options: Omit<SignOptions, 'kid'> = {}): Promise<string> {
      const kid = await firstKid(deadline)
      while (usableAt === undefined || performance.now() < usableAt) {
        if (Date.now() > deadline - 100) throw unavailable()
        await sleep(20)
      }
      return signer.sign(claims, { kid, ...options })
    },

    /** The key for everything that gateways do not verify: invites, and secrets that are derived. @throws as `sign` */
    async current(deadline: number): Promise<CurrentKey> {
      const kid = await firstKid(deadline)
      return {
        kid,
        sign: (claims, options) => signer.sign(claims, { kid, ...options }),
        secretFor: (purpose, op) => signer.secretFor(purpose, op, kid),
      }
    },
  }
}

export type SigningKeys = ReturnType<typeof createSigningKeys>
