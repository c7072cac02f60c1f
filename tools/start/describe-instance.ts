import type { SeedFacts } from '../seed/facts.ts'
import { type DevJson, type DevProcess, voidToken } from './dev-json.ts'
import { buildExamples } from './examples.ts'
import type { Secrets } from './secrets.ts'
import type { InstanceAddresses } from './service-env.ts'
import { LogInRefused, signIn } from './sign-in.ts'

export interface DescribeOptions {
  baseUrl: string
  addresses: InstanceAddresses
  secrets: Secrets
  facts: SeedFacts
  processes: DevProcess[]
}

/** Logs in to all accounts and assembles dev.json; accounts that refuse their password get void tokens. */
export async function describeInstance({ baseUrl, addresses, secrets, facts, processes }: DescribeOptions): Promise<DevJson> {
  const [admin, seller, foreignSeller, customer] = await Promise.all([
    tokenOf(baseUrl, 'user', facts.admin.email, secrets.admin_password),
    tokenOf(baseUrl, 'seller', facts.seller.email, secrets.seller_password),
    tokenOf(baseUrl, 'seller', facts.foreign_seller.email, secrets.foreign_seller_password),
    tokenOf(baseUrl, 'customer', facts.customer.email, secrets.customer_password),
  ])
  return {
    version: 1,
    base_url: baseUrl,
    docs_url: `${baseUrl}/docs`,
    pid: process.pid,
    nats_url: addresses.nats_url,
    mongodb_url: addresses.mongodb_url,
    publishable_key: secrets.publishable_key,
    revoked_publishable_key: secrets.revoked_publishable_key,
    admin: { ...facts.admin, password: secrets.admin_password, token: admin },
    seller: { ...facts.seller, password: secrets.seller_password, token: seller },
    foreign_seller: { ...facts.foreign_seller, password: secrets.foreign_seller_password, token: foreignSeller },
    customer: { ...facts.customer, password: secrets.customer_password, token: customer },
    region_id: facts.region_id,
    sales_channel_id: facts.sales_channel_id,
    shipping_option_id: facts.shipping_option_id,
    shipping_option_without_price_id: facts.shipping_option_without_price_id,
    gift_card: facts.gift_card,
    second_gift_card: facts.second_gift_card,
    orders: facts.orders,
    canceled_order_id: facts.canceled_order_id,
    processes,
    examples: buildExamples(facts, { adminToken: admin, sellerToken: seller, publishable_key: secrets.publishable_key }),
  }
}

const tokenOf: typeof signIn = (baseUrl, actorType, email, password) =>
  signIn(baseUrl, actorType, email, password).catch((error: unknown) => {
    if (error instanceof LogInRefused) return voidToken(email)
    throw error
  })
