import type { NamedEndpointStats, Service } from '@nats-io/services'

/** The internals of the library that this needs; if they are missing, `nats micro stats` shows the library's own counts. */
interface Counting {
  handlers?: { name: string; stats?: NamedEndpointStats & { countLatency?: unknown } }[]
}

const NANOS_PER_MS = 1_000_000

/**
 * The figures that `nats micro stats` shows for each endpoint. The library itself counts only messages on an endpoint's own
 * subject, and does not wait for handlers: its times end when a request is received, not when it is answered.
 */
export function createEndpointStats(service: Service) {
  const endpoints = new Map<string, NamedEndpointStats>()
  for (const { name, stats } of (service as Counting).handlers ?? []) {
    if (!stats) continue
    stats.countLatency = () => {}
    endpoints.set(name, stats)
  }

  /** @param ms from request to answer @param failure why it failed (500 and above); refusals are no failures */
  return function answered(name: string, ms: number, failure: string | undefined) {
    const stats = endpoints.get(name)
    if (!stats) return
    stats.num_requests++
    stats.processing_time += Math.round(ms * NANOS_PER_MS)
    stats.average_processing_time = Math.round(stats.processing_time / stats.num_requests)
    if (failure === undefined) return
    stats.num_errors++
    stats.last_error = failure
  }
}

export type EndpointStats = ReturnType<typeof createEndpointStats>
