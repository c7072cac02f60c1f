import autocannon, { type Client } from 'autocannon'
import { type Measured, Order, type Report } from '../../load-messages.ts'
import { percentiles } from '../../percentiles.ts'

/** The load generator, in a process of its own so that its work does not count as that of the measured processes. */
process.once('disconnect', () => process.exit(0))
process.on('message', (message) => void run(Order.parse(message)))
report({ type: 'ready' })

/** One run without a pause between warm-up and measurement: connections and caches stay as warm as they are. */
async function run({ url, slices, max_laps, warmup_ms, measure_ms }: Order) {
  const sent = new Map<unknown, { count: number; most: number }>()
  let next = 0
  let measuring = false
  let over = false
  let startedAt = 0
  let measured = nothing()

  const load = autocannon({
    url,
    connections: slices.length,
    duration: (warmup_ms + measure_ms) / 1000 + 60, // ended by our own clock
    sampleInt: 50,
    setupClient(client: Client) {
      const slice = slices[next++ % slices.length]!
      sent.set(client, { count: 0, most: max_laps === null ? Number.POSITIVE_INFINITY : slice.length * max_laps })
      client.setRequests(slice)
    },
  })

  function begin() {
    measuring = true
    measured = nothing()
    startedAt = performance.now()
    report({ type: 'measuring' })
  }

  function end(ran_out: boolean) {
    if (over) return
    over = true
    const seconds = (performance.now() - startedAt) / 1000
    const { latencies, statuses, bytes, errors } = measured
    const result: Measured = {
      requests: latencies.length,
      seconds,
      latency: percentiles(latencies),
      statuses,
      bytes,
      errors,
      ran_out,
    }
    // When the requests ran out during the warm-up, nothing was measured.
    report({ type: 'measured', measured: measuring ? result : { ...result, requests: 0, seconds: 0 } })
    load.stop()
  }

  load.on('response', (client: Client, status: number, bytes: number, ms: number) => {
    const own = sent.get(client)!
    if (!over) {
      measured.latencies.push(ms)
      measured.bytes += bytes
      measured.statuses[status] = (measured.statuses[status] ?? 0) + 1
    }
    // The next request is written right after this event: one that may not be sent must not be awaited.
    if (++own.count >= own.most) end(true)
  })
  load.on('reqError', () => {
    measured.errors++
  })
  load.on('start', () => {
    setTimeout(() => !over && begin(), warmup_ms)
    setTimeout(() => end(false), warmup_ms + measure_ms)
  })
  await load
}

const nothing = () => ({ latencies: [] as number[], statuses: {} as Record<string, number>, bytes: 0, errors: 0 })

function report(message: Report) {
  process.send?.(message)
}
