import { hostname } from 'node:os'
import { Svcm } from '@nats-io/services'
import type { Bus } from './bus.ts'

/** One replica of a service, or a gateway, as it announces itself over the NATS services protocol. */
export interface DiscoveredReplica {
  name: string
  id: string
  version: string
  /** The name of its machine or container. */
  host: string
  pid: string
  metrics_url: string
  endpoints: number
}

/** This process's metadata in service discovery. */
export const processMetadata = (metrics_url: string) => ({ metrics_url, host: hostname(), pid: String(process.pid) })

/** Makes a process without operations visible to service discovery, like the replicas of services, until it disconnects. */
export async function announce(bus: Bus, { name, version, metrics_url }: { name: string; version: string; metrics_url: string }) {
  await new Svcm(bus.nc).add({ name, version, description: `Souk ${name}`, metadata: processMetadata(metrics_url) })
  await bus.flush()
}

const ANSWERS_WITHIN_MS = 1000

/** Asks every replica on the bus to identify itself. Waits until no answer has come for 300 ms, at most a second. */
export async function discoverReplicas(bus: Bus): Promise<DiscoveredReplica[]> {
  if (!bus.connected) return []
  const replicas: DiscoveredReplica[] = []
  const answers = await new Svcm(bus.nc).client({ maxWait: ANSWERS_WITHIN_MS, strategy: 'stall' as never }).info()
  for await (const { name, id, version, metadata, endpoints } of answers) {
    replicas.push({
      name,
      id,
      version,
      host: metadata?.host ?? '',
      pid: metadata?.pid ?? '',
      metrics_url: metadata?.metrics_url ?? '',
      endpoints: endpoints.length,
    })
  }
  return replicas.sort((a, b) => (a.name + a.id < b.name + b.id ? -1 : 1))
}

/** Whether the JetStream of the server that this process is connected to answers. */
export async function jetStreamAnswers(bus: Bus, timeoutMs = 500): Promise<boolean> {
  if (!bus.connected) return false
  try {
    const reply = await bus.nc.request('$JS.API.INFO', undefined, { timeout: timeoutMs })
    return !('error' in reply.json<object>())
  } catch {
    return false
  }
}
