import { MongoClient } from 'mongodb'
import type { SeedSecrets } from '../start/secrets.ts'
import { seedCart } from './cart.ts'
import { exampleCart } from './carts.ts'
import type { SeedFacts } from './facts.ts'
import { ids } from './ids.ts'
import { seedOrders } from './orders.ts'
import { seedPricing } from './pricing.ts'
import { EMAILS, seedSellers } from './sellers.ts'

export interface SeedOptions {
  /** One address for all services, or that of each with its own user in it. */
  mongodbUrl: string | Record<SeededService, string>
  secrets: SeedSecrets
  /** Databases are named `<prefix>_<service>`; default `souk`. */
  prefix?: string
  /** Told of each record that is left out; default: on standard error. See `insertMissing`. */
  leftOut?: (text: string) => void
}

const SEEDED = ['pricing', 'cart', 'orders', 'sellers'] as const
type SeededService = (typeof SEEDED)[number]

const tell = (text: string) => console.warn(`Left out of the demonstration data, since its place is taken: ${text}`)

/** Puts the development data into each service's database. Adds only missing records. */
export async function seed({ mongodbUrl, secrets, prefix = 'souk', leftOut = tell }: SeedOptions): Promise<SeedFacts> {
  const clients = new Map<string, MongoClient>()
  const database = (service: SeededService) => {
    const url = typeof mongodbUrl === 'string' ? mongodbUrl : mongodbUrl[service]
    const client = clients.get(url) ?? new MongoClient(url)
    clients.set(url, client)
    return client.db(`${prefix}_${service}`)
  }
  try {
    const context = { secrets, now: new Date().toISOString(), leftOut }
    await Promise.all([
      seedPricing(database('pricing'), context),
      seedCart(database('cart'), context),
      seedOrders(database('orders'), context),
      seedSellers(database('sellers'), context),
    ])
    return seedFacts(secrets)
  } finally {
    await Promise.all([...clients.values()].map((client) => client.close()))
  }
}

/** The facts about a seed with these secrets. */
export function seedFacts(secrets: SeedSecrets): SeedFacts {
  return {
    admin: { email: EMAILS.admin, id: ids.admin },
    seller: {
      email: EMAILS.seller,
      id: ids.seller,
      member_id: ids.member,
      price_list_id: ids.price_list,
      variant_id: ids.variant,
      customer_id: ids.customer,
    },
    foreign_seller: {
      email: EMAILS.foreign_seller,
      id: ids.foreign_seller,
      member_id: ids.foreign_member,
      price_list_id: ids.foreign_price_list,
      variant_id: ids.foreign_variant,
      customer_id: ids.foreign_customer,
    },
    customer: { email: EMAILS.customer, id: ids.customer },
    region_id: ids.region,
    sales_channel_id: ids.sales_channel,
    shipping_option_id: ids.shipping_option,
    shipping_option_without_price_id: ids.shipping_option_without_price,
    gift_card: { code: secrets.gift_card_code, balance: 100, currency_code: 'eur' },
    second_gift_card: { code: secrets.second_gift_card_code, balance: 50, currency_code: 'eur' },
    orders: [ids.order, ids.second_order, ids.third_order, ids.rich_order],
    canceled_order_id: ids.canceled_order,
    example_cart_id: exampleCart(secrets).id,
  }
}
