import type { DiscoveredReplica } from '@souk/runtime'

/** One entry for Prometheus' HTTP service discovery: https://prometheus.io/docs/prometheus/latest/http_sd/ */
export interface ScrapeTargets {
  targets: string[]
  /** Labels beginning with `__` are dropped after relabeling: the metrics themselves have `service`. */
  labels: Record<string, string>
}

/** The address of each process's metrics; a process without one is left out. */
export function scrapeTargets(replicas: readonly DiscoveredReplica[]): ScrapeTargets[] {
  return replicas.flatMap(({ name, id, version, host, pid, metrics_url }) => {
    if (!URL.canParse(metrics_url)) return []
    const { protocol, host: address, pathname } = new URL(metrics_url)
    const labels = {
      __scheme__: protocol.slice(0, -1),
      __metrics_path__: pathname,
      __meta_souk_service: name,
      __meta_souk_replica: id,
      __meta_souk_version: version,
      __meta_souk_host: host,
      __meta_souk_pid: pid,
    }
    return [{ targets: [address], labels }]
  })
}
