import { runProcess } from '@souk/runtime'
import { GatewayConfig } from './config.ts'
import { startGateway } from './server.ts'

await runProcess('gateway', GatewayConfig, async (config, logger) => {
  const { url, metrics_url, stop } = await startGateway(config, logger)
  return { ready: { url, metrics_url }, stop }
})
