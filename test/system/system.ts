import { createHash, randomBytes } from 'node:crypto'
import { operations as everyOperation } from '@souk/contracts'
import { createLogger, type Logger, startService } from '@souk/runtime'
import { beginUse, emptyDatabases, endInTime, type TestServers, testServers } from '@souk/runtime/testing'
import { MongoClient } from 'mongodb'
import { vi } from 'vitest'
import type { ProcessName } from '../../deploy/credentials/processes.ts'
import { cartService } from '../../services/cart/src/service.ts'
import { GatewayConfig } from '../../services/gateway/src/config.ts'
import { startGateway } from '../../services/gateway/src/server.ts'
import { ordersService } from '../../services/orders/src/service.ts'
import { pricingService } from '../../services/pricing/src/service.ts'
import { sellersService } from '../../services/sellers/src/service.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import { seed } from '../../tools/seed/seed.ts'
import { newSecrets, type Secrets } from '../../tools/start/secrets.ts'
import { persistentFetch } from './persistent-fetch.ts'

export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
}

export interface HttpOptions {
  as?: 'admin' | 'seller' | 'foreign_seller' | 'customer' | 'anonymous'
  /** Sends the publishable key. Default for /store paths. */
  key?: boolean | string
  headers?: Record<string, string>
  body?: unknown
}

export interface SystemOptions {
  env?: Record<string, string>
  /** Default: those of the test run. */
  servers?: TestServers
  /** Those that are not left to chance. */
  secrets?: Partial<Secrets>
  /** Addresses of one part alone, such as those with its own user; default: those of `servers`. */
  serversOf?: (name: ProcessName) => Partial<TestServers>
  /** How each part logs; default: not at all, or as `TEST_LOG_LEVEL` says. */
  loggerOf?: (name: string) => Logger
}

/** Answered in four times the time that users are promised: the machine may be busy. */
const operations = everyOperation.map((operation) => ({ ...operation, deadline_ms: 4 * operation.deadline_ms }))

/** The whole of Souk in this process, seeded, on databases and a NATS account of its own, behind a real gateway. */
export async function startSystem({ env = {}, servers = testServers(), serversOf, loggerOf, ...options }: SystemOptions = {}) {
  const ended = beginUse(servers.MONGODB_PREFIX)
  const secrets = { ...newSecrets(), ...options.secrets }
  const facts = await seed({ mongodbUrl: servers.MONGODB_URL, secrets, prefix: servers.MONGODB_PREFIX })
  const secretKey = await insertSecretKey(servers)

  const config = {
    ...servers,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    AUTH_SIGNING_KEY: JSON.stringify(secrets.signing_key),
    ...env,
  }
  const configOf = (name: ProcessName) => ({ ...config, ...serversOf?.(name) })
  const logger = loggerOf ?? ((name: string) => createLogger(name, config.LOG_LEVEL))
  const running = await Promise.all([
    startService(pricingService, pricingService.config.parse(configOf('pricing')), logger('pricing')),
    startService(cartService, cartService.config.parse(configOf('cart')), logger('cart')),
    startService(ordersService, ordersService.config.parse(configOf('orders')), logger('orders')),
    startService(sellersService, sellersService.config.parse(configOf('sellers')), logger('sellers')),
  ])
  const [pricing, cart, orders, sellers] = running
  const gatewayConfig = GatewayConfig.parse({ ...configOf('gateway'), PORT: '0' })
  const gateway = await startGateway(gatewayConfig, logger('gateway'), { operations })
  await ready(gateway.url)

  const tokens = {
    admin: await logIn(gateway.url, 'user', facts.admin.email, secrets.admin_password),
    seller: await logIn(gateway.url, 'seller', facts.seller.email, secrets.seller_password),
    foreign_seller: await logIn(gateway.url, 'seller', facts.foreign_seller.email, secrets.foreign_seller_password),
    customer: await logIn(gateway.url, 'customer', facts.customer.email, secrets.customer_password),
    anonymous: undefined,
  }

  /** One HTTP request as a client would send it. Vendor paths default to the seller, admin paths to the administrator. */
  async function http(method: string, path: string, options: HttpOptions = {}): Promise<HttpAnswer> {
    const { as = defaultActor(path), key = path.startsWith('/store'), headers = {}, body } = options
    const token = tokens[as]
    const response = await persistentFetch(`${gateway.url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'x-publishable-api-key': key === true ? secrets.publishable_key : key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    } as RequestInit)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  return {
    url: gateway.url,
    gateway,
    pricing,
    cart,
    orders,
    sellers,
    facts,
    secrets,
    secretKey,
    tokens,
    servers,
    http,
    async stop() {
      await endInTime('stopping the gateway', gateway.stop())
      await endInTime('stopping the services', Promise.all(running.map((service) => service.stop())).then(ended))
      await endInTime('emptying the databases', emptyDatabases(servers.MONGODB_URL, [servers.MONGODB_PREFIX]))
    },
  }
}

export type System = Awaited<ReturnType<typeof startSystem>>

const defaultActor = (path: string) => (path.startsWith('/vendor') ? 'seller' : path.startsWith('/admin') ? 'admin' : 'anonymous')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ready(url: string) {
  return vi.waitFor(async () => {
    const answer = await fetch(`${url}/health/ready`)
    if (!answer.ok) throw new Error(`not ready: ${await answer.text()}`)
  })
}

/** As often as it takes: hashing takes the processor, which others may need. */
function logIn(...credentials: Parameters<typeof logInOnce>): Promise<string> {
  return vi.waitFor(() => logInOnce(...credentials))
}

async function logInOnce(url: string, actor: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/auth/${actor}/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const answer = (await response.json()) as { token?: string }
  if (answer.token === undefined) throw new Error(`no log-in of ${email}: ${response.status} ${JSON.stringify(answer)}`)
  return answer.token
}

async function insertSecretKey({
  MONGODB_URL,
  MONGODB_PREFIX,
}: {
  MONGODB_URL: string
  MONGODB_PREFIX: string
}): Promise<string> {
  const token = `sk_${randomBytes(32).toString('hex')}`
  const token_sha256 = createHash('sha256').update(token).digest('hex')
  const client = await new MongoClient(MONGODB_URL).connect()
  const key = {
    id: ids.secret_key,
    type: 'secret',
    title: 'Script',
    token: null,
    token_sha256,
    redacted: 'sk_***',
    sales_channel_ids: [],
  } as const
  const rest = {
    created_by: ids.admin,
    revoked_by: null,
    revoked_at: null,
    last_used_at: null,
    created_at: SEEDED_AT,
    updated_at: SEEDED_AT,
  }
  await insertMissing(client.db(`${MONGODB_PREFIX}_sellers`), { api_keys: [{ ...key, ...rest, sales_channel_ids: [] }] })
  await client.close()
  return token
}
