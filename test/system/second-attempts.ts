import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, type Service, startService } from '@souk/runtime'
import { createTestClient, endInTime } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { newHeaders } from '../../libs/runtime/src/bus/bus.ts'
import { textOf } from '../../libs/runtime/src/bus/reply.ts'
import { cartService } from '../../services/cart/src/service.ts'
import { ordersService } from '../../services/orders/src/service.ts'
import { pricingService } from '../../services/pricing/src/service.ts'
import { sellersService } from '../../services/sellers/src/service.ts'
import type { HttpAnswer, System } from './system.ts'

/** The answer of the second attempt. */
interface Second {
  status: number
  text: string
}

const ANSWERED_WITHIN_MS = 30_000
const MAX_TRIES = 20

/**
 * A second replica of each service. Of a request to the gateway, another attempt is sent to the replica that the gateway did not
 * choose, while its own is under way: as the gateway does when a replica is silent for too long.
 */
export async function startSecondAttempts(system: System) {
  const config = { ...system.servers, LOG_LEVEL: 'silent', AUTH_SIGNING_KEY: JSON.stringify(system.secrets.signing_key) }
  const again = await Promise.all(
    [pricingService, cartService, ordersService, sellersService].map((service) =>
      startService(
        service as Service<unknown, never>,
        service.config.parse(config) as never,
        createLogger(service.name, 'silent'),
      ),
    ),
  )
  const first = [system.pricing, system.cart, system.orders, system.sellers]
  /** The other replica of the same service. */
  const otherOf = new Map(first.flatMap(({ id }, n) => [[id, again[n]!.id] as const, [again[n]!.id, id] as const]))
  const client = await createTestClient(system.servers)

  /** @param subject of the first attempt: `replica.<service>.<replica>.<operation>` */
  async function attemptAgain(subject: string, sent: ReturnType<typeof newHeaders>, data: Uint8Array): Promise<Second> {
    const [kind, service, replica, ...operation] = subject.split('.')
    for (let attempt = 2; ; attempt++) {
      const h = newHeaders()
      for (const key of sent.keys()) h.set(key, sent.get(key))
      h.set('attempt', String(attempt))
      h.set('contested', '1')
      const reply = await client.bus.request(
        [kind, service, otherOf.get(replica!), ...operation].join('.'),
        h,
        data,
        ANSWERED_WITHIN_MS,
      )
      if (reply.status !== 503 || attempt > MAX_TRIES) return { status: reply.status, text: await textOf(reply) }
      await sleep(20 * attempt)
    }
  }

  /**
   * @param delayMs from the first attempt to the second one
   * @returns the second answer; undefined if the gateway asked no service
   */
  async function twice(send: () => Promise<HttpAnswer>, delayMs: number): Promise<{ first: HttpAnswer; second?: Second }> {
    const { nc } = system.gateway.bus
    const publish = nc.publish.bind(nc)
    let second: Promise<Second> | undefined
    const publishing = vi.spyOn(nc, 'publish').mockImplementation((subject, data, options) => {
      if (subject.startsWith('replica.') && options?.headers?.has('op-id'))
        second ??= sleep(delayMs).then(() => attemptAgain(subject, options.headers!, data as Uint8Array))
      publish(subject, data, options)
    })
    try {
      const first = await send()
      return { first, ...(second && { second: await second }) }
    } finally {
      publishing.mockRestore()
    }
  }

  return {
    twice,
    async stop() {
      await client.close()
      await endInTime('stopping the second replicas', Promise.all(again.map((one) => one.stop())))
    },
  }
}
