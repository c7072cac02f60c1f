interface Counted {
  status: number
  code: string | undefined
  expected: number
  ms: number
  /** How late it was sent, in ms. */
  lag: number
}

/** Longer ones count as this, in ms. */
const LONGEST = 20_000

/** Counts of answers and their latencies in ms, in memory that does not grow. */
export function createTally() {
  const latencies = new Uint32Array(LONGEST + 1)
  const lags = new Uint32Array(LONGEST + 1)
  const others = new Map<string, number>()
  let requests = 0
  let failed = 0

  return {
    count({ status, code, expected, ms, lag }: Counted) {
      requests++
      lags[slot(lag)]!++
      latencies[slot(ms)]!++
      if (status === expected) return
      if (status === 0 || status >= 500) failed++
      const name = `${status} ${code}`
      others.set(name, (others.get(name) ?? 0) + 1)
    },
    summary: () => ({
      requests,
      /** 5xx, or no answer. */
      failed,
      /** The unexpected answers, by status and code. */
      others: Object.fromEntries(others),
      p50_ms: percentile(latencies, requests, 0.5),
      p99_ms: percentile(latencies, requests, 0.99),
      lag_p99_ms: percentile(lags, requests, 0.99),
    }),
  }
}

export type Tally = ReturnType<typeof createTally>
export type Summary = ReturnType<Tally['summary']>

const slot = (ms: number) => Math.min(LONGEST, Math.max(0, Math.floor(ms)))

function percentile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0
  for (let ms = 0; ms < counts.length; ms++) {
    seen += counts[ms]!
    if (total > 0 && seen >= share * total) return ms
  }
  return 0
}
