import type { Service } from '@nats-io/services'

/** The part of the library's inside that this needs; where it is missing, nothing is counted. */
interface Counting {
  handlers?: { name: string; stats?: { countLatency?(startedAt: number): void } }[]
}

/** Counts what an endpoint took by another way than its own subject, so that `nats micro stats` tells of all requests. */
export function createEndpointCount(service: Service) {
  const endpoints = new Map(((service as Counting).handlers ?? []).map(({ name, stats }) => [name, stats]))
  return (name: string) => endpoints.get(name)?.countLatency?.(Date.now())
}
