import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { droppedLogLines } from './log-output.ts'

/** Prometheus metrics of one process. Labels are operation names and statuses: their number is bounded. */
export function createMetrics(service: string, gauges: Record<string, { help: string; value: () => number }> = {}) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'souk_request_duration_seconds',
    help: 'Time from taking a request to answering it',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Counter({
    name: 'souk_log_lines_dropped_total',
    help: 'Log lines that standard output did not take',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  const counters = new Map<string, Counter>()
  addGauges(gauges)

  function addGauges(more: typeof gauges) {
    for (const [name, { help, value }] of Object.entries(more)) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(value())
        },
      })
    }
  }

  return {
    registry,
    addGauges,
    answered(operation: string, status: number, ms: number) {
      duration.observe({ operation, status }, ms / 1000)
    },
    count(name: string, help: string, by = 1) {
      const counter = counters.get(name) ?? new Counter({ name, help, registers: [registry] })
      counters.set(name, counter)
      counter.inc(by)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

export interface ProbeOptions {
  metrics: Metrics
  host: string
  port: number
}

/** The missing dependencies; empty when the process can answer requests. */
type Missing = () => Promise<string[]> | string[]

/**
 * Metrics and health of a process, on a port of their own: `/metrics`, `/health/live`, `/health/ready`. Call it before anything
 * that may take long: the process is then live, and reports `starting` as missing until `started` is called.
 */
export async function serveProbes({ metrics, host, port }: ProbeOptions) {
  let missing: Missing = () => ['starting']
  const server = createServer((request, response) => {
    void answer(request.url ?? '/').then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  async function answer(path: string) {
    if (path === '/metrics') return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
    if (path === '/health/live') return { status: 200, type: 'application/json', body: '{"status":"live"}' }
    if (path !== '/health/ready') return { status: 404, type: 'application/json', body: '{"type":"not_found"}' }
    const lacks = await missing()
    return {
      status: lacks.length === 0 ? 200 : 503,
      type: 'application/json',
      body: JSON.stringify({ status: lacks.length === 0 ? 'ready' : 'not ready', missing: lacks }),
    }
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const url = metricsUrl(host, (server.address() as AddressInfo).port)
  return {
    url,
    /** From now on the process is ready when nothing is missing. */
    started(look: Missing) {
      missing = look
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const WILDCARDS: ReadonlySet<string> = new Set(['', '0.0.0.0', '::'])

/**
 * The URL of a metrics server, as others can reach it.
 * @param host the address that it listens on; a wildcard address is replaced by the name of the machine or container
 */
export function metricsUrl(host: string, port: number): string {
  const reachable = WILDCARDS.has(host) ? hostname() : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/metrics`
}
