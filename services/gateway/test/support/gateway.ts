import type { Operation } from '@souk/contracts'
import { createLogger, type Logger } from '@souk/runtime'
import { testServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { GatewayConfig } from '../../src/config.ts'
import { startGateway } from '../../src/server.ts'
import { type Answer, type SendOptions, send } from './http.ts'
import { startPeer } from './peer.ts'

export interface TestGatewayOptions {
  NATS_URL?: string
  env?: Record<string, string>
  operations?: readonly Operation[]
  logger?: Logger
}

/** A gateway on a port of its own, over real NATS, with a peer on the same bus. Resolves when it has the `access` bucket. */
export async function startTestGateway(options: TestGatewayOptions = {}) {
  const { NATS_URL = testServers().NATS_URL, env = {}, operations } = options
  const config = GatewayConfig.parse({ NATS_URL, PORT: '0', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...env })
  const peer = await startPeer(NATS_URL)
  await peer.publishKeys()
  const logger = options.logger ?? createLogger('gateway', config.LOG_LEVEL)
  const gateway = await startGateway(config, logger, { ...(operations && { operations }) })
  const port = Number(new URL(gateway.url).port)
  const ask = (path: string, options: SendOptions = {}): Promise<Answer> => send(port, path, options)
  await vi.waitFor(
    async () => {
      if ((await missing()).includes('access')) throw new Error('the access bucket is not there yet')
    },
    { interval: 50 },
  )

  async function missing(): Promise<string[]> {
    return ((await send(port, '/health/ready')).body as { missing: string[] }).missing
  }

  return {
    ...gateway,
    port,
    peer,
    ask,
    missing,
    async stop() {
      await gateway.stop()
      await peer.close()
    },
  }
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>
