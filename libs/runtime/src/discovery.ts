import { Svcm } from '@nats-io/services'
import type { Bus } from './bus.ts'

/** One replica of a service, as it announces itself over the NATS services protocol. */
export interface Replica {
  name: string
  id: string
  version: string
  pid: string
  metrics_url: string
  endpoints: number
}

/** Asks every replica on the bus who it is. @param waitMs how long to wait for answers */
export async function discoverReplicas(bus: Bus, waitMs = 250): Promise<Replica[]> {
  if (!bus.connected) return []
  const replicas: Replica[] = []
  const answers = await new Svcm(bus.nc).client({ maxWait: waitMs, strategy: 'stall' as never }).info()
  for await (const { name, id, version, metadata, endpoints } of answers) {
    replicas.push({
      name,
      id,
      version,
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
