import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newServerCredentials, withoutFormer } from '../../deploy/credentials/server-credentials.ts'
import { writeFileAtomically } from './write-file.ts'

const CARD_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const Credential = z.object({ user: z.string().min(1), password: z.string().min(1) })
const Current = z.tuple([Credential], Credential)
const Services = { pricing: Current, cart: Current, orders: Current, sellers: Current }
/** Like `ServerCredentials` in `deploy/credentials`. */
const Servers = z.object({
  nats: z.object({ ...Services, gateway: Current }),
  mongodb: z.object(Services),
  nats_operator: Credential,
  mongodb_operator: Credential,
  nats_routes: Credential,
  mongodb_key: z.string(),
})

/** Secrets of the seeded records. Passwords are in clear text here and hashed in the database. */
const SeedSecrets = z.object({
  admin_password: z.string().min(16),
  seller_password: z.string().min(16),
  foreign_seller_password: z.string().min(16),
  customer_password: z.string().min(16),
  publishable_key: z.string().regex(/^pk_[0-9a-f]{64}$/),
  revoked_publishable_key: z.string().regex(/^pk_[0-9a-f]{64}$/),
  gift_card_code: z.string(),
  second_gift_card_code: z.string(),
})
export type SeedSecrets = z.infer<typeof SeedSecrets>

/** Values that must differ between development instances. */
export const Secrets = SeedSecrets.extend({
  /** Private Ed25519 key with which `sellers` signs tokens, as a JWK. */
  signing_key: z.record(z.string(), z.string()),
  /** Users and passwords of NATS and MongoDB. */
  servers: Servers,
})
export type Secrets = z.infer<typeof Secrets>

const fileOf = (home: string) => join(home, 'secrets.json')

/** The instance's secrets from `<home>/secrets.json`, created at its first start; missing ones are added. */
export async function loadSecrets(home: string): Promise<Secrets> {
  const file = fileOf(home)
  const stored = await readStored(file)
  const parsed = Secrets.safeParse({ ...newSecrets(), ...stored })
  if (!parsed.success) throw notUsable(file)
  await saveSecrets(home, parsed.data)
  return parsed.data
}

/** The same at a start, when previous passwords are no longer in use. */
export async function loadCurrentSecrets(home: string): Promise<Secrets> {
  const secrets = await loadSecrets(home)
  const current = { ...secrets, servers: Servers.parse(withoutFormer(secrets.servers)) }
  await saveSecrets(home, current)
  return current
}

export const saveSecrets = (home: string, secrets: Secrets) =>
  writeFileAtomically(fileOf(home), `${JSON.stringify(secrets, null, 2)}\n`, 0o600)

async function readStored(file: string): Promise<object> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw notUsable(file)
  }
}

const notUsable = (file: string) => new Error(`${file} is not usable: remove it for new secrets, and start with --fresh`)

/** Fresh random secrets. */
export function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>
  return {
    ...newSeedSecrets(),
    servers: Servers.parse(newServerCredentials({ operator: true })),
    signing_key: { ...jwk, alg: 'EdDSA', use: 'sig', kid: randomBytes(8).toString('hex') },
  }
}

/** Only those of the seed. */
export function newSeedSecrets(): SeedSecrets {
  return {
    admin_password: newPassword(),
    seller_password: newPassword(),
    foreign_seller_password: newPassword(),
    customer_password: newPassword(),
    publishable_key: newPublishableKey(),
    revoked_publishable_key: newPublishableKey(),
    gift_card_code: newCardCode(),
    second_gift_card_code: newCardCode(),
  }
}

const newPassword = () => randomBytes(15).toString('base64url')
const newPublishableKey = () => `pk_${randomBytes(32).toString('hex')}`

function newCardCode() {
  const group = () => Array.from({ length: 4 }, () => CARD_ALPHABET[randomInt(CARD_ALPHABET.length)]).join('')
  return ['GIFT', group(), group(), group(), group()].join('-')
}
