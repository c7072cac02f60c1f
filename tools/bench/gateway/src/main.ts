import { runProcess } from '@souk/runtime'
import { GatewayConfig } from '../../../../services/gateway/src/config.ts'
import { startGateway } from '../../../../services/gateway/src/server.ts'
import { benchOperations } from '../../contracts.ts'

/** The gateway as it is, but for the operations that it routes. */
await runProcess('gateway', GatewayConfig, async (config, logger) => {
  const { url, metrics_url, stop } = await startGateway(config, logger, { operations: benchOperations })
  return { ready: { url, metrics_url }, stop }
})
