import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from './write-file.ts'

const Id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_.+`))
const PublishableKey = z.string().regex(/^pk_[0-9a-f]{64}$/)
const Login = z.object({
  email: z.email(),
  password: z.string().min(1),
  token: z.string().min(1).describe('Valid for at least 12 hours; void if the account refuses its password: see `voidToken`'),
})

const Seller = Login.extend({
  id: Id('sel'),
  member_id: Id('mem'),
  price_list_id: Id('plist'),
  variant_id: Id('variant').describe('Can be bought in region_id with publishable_key'),
  customer_id: Id('cus').describe('Bought from this seller'),
})

const GiftCard = z.object({
  code: z.string().min(1),
  balance: z.number().positive().describe('In units of the currency'),
  currency_code: z.string().regex(/^[a-z]{3}$/),
})

const ExampleRequest = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  path: z.string().startsWith('/'),
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()).optional(),
})
export type ExampleRequest = z.infer<typeof ExampleRequest>

const PreparingRequest = ExampleRequest.extend({
  accept: z.array(z.int()).min(1).describe('Statuses that are fine, so that the example can be repeated'),
})

export const Example = ExampleRequest.extend({
  before: z.array(PreparingRequest).optional().describe('To be sent first, each time'),
  status: z.int(),
})
export type Example = z.infer<typeof Example>

const Process = z.object({
  name: z.string(),
  replica: z.int().nonnegative(),
  pid: z.int().positive(),
  metrics_url: z.url().nullable().describe('Prometheus metrics; null for NATS and MongoDB'),
})
export type DevProcess = z.infer<typeof Process>

/** The file through which people, scripts, SDKs and tests drive a development instance. */
export const DevJson = z.object({
  version: z.literal(1),
  base_url: z.url(),
  docs_url: z.url(),
  pid: z.int().positive().describe('The supervisor'),
  nats_url: z.string(),
  mongodb_url: z.string(),
  publishable_key: PublishableKey,
  revoked_publishable_key: PublishableKey.describe('Seeded and revoked, to try the refusal'),
  admin: Login.extend({ id: Id('user') }),
  seller: Seller,
  foreign_seller: Seller.describe('Another seller: none of its ids may be seen by the first'),
  customer: Login.extend({ id: Id('cus') }),
  region_id: Id('reg'),
  sales_channel_id: Id('sc'),
  shipping_option_id: Id('so').describe("Has a price in the region's currency"),
  shipping_option_without_price_id: Id('so'),
  gift_card: GiftCard,
  second_gift_card: GiftCard,
  orders: z.array(Id('order')).min(3).describe("By customer, with the seller's products; at least one without an edit begun"),
  canceled_order_id: Id('order'),
  processes: z.array(Process).describe('NATS and MongoDB too, when the instance runs them'),
  examples: z
    .record(z.string(), Example)
    .describe('By contract name; each works when sent as it is, after the requests in `before`, repeatedly'),
})
export type DevJson = z.infer<typeof DevJson>

/** Instead of the token of an account that was deleted, or whose password was changed: opens nothing (401). */
export const voidToken = (email: string) => `refused-log-in-of-${email}`

/** The e-mails of the accounts without a token. */
export const refusedAccounts = ({ admin, seller, foreign_seller, customer }: DevJson): string[] =>
  [admin, seller, foreign_seller, customer].flatMap(({ email, token }) => (token === voidToken(email) ? [email] : []))

const fileOf = (home: string) => join(home, 'dev.json')

/** @throws ZodError if the facts are incomplete */
export async function writeDevJson(home: string, dev: DevJson) {
  await writeFileAtomically(fileOf(home), `${JSON.stringify(DevJson.parse(dev), null, 2)}\n`, 0o600)
}

/** The file of an instance that runs or was killed; undefined if there is none or it is incomplete. */
export async function findDevJson(home: string): Promise<DevJson | undefined> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return DevJson.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export async function removeDevJson(home: string) {
  await rm(fileOf(home), { force: true })
}
