import type { DevJson } from './dev-json.ts'
import { ownAddresses } from './own-addresses.ts'
import { loadSecrets } from './secrets.ts'

/** The facts about a running instance's servers, for a service that runs alongside its services. */
export async function besideInstance(home: string, dev: DevJson) {
  const secrets = await loadSecrets(home)
  const addresses = { ...dev, natsMonitorUrl: undefined, own: ownAddresses(dev, secrets) }
  return { home, addresses, secrets, cluster: dev.processes.filter(({ name }) => name === 'nats').length > 1 }
}
