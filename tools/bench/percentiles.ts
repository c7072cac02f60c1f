/** Nearest-rank percentiles of latencies in ms, as measured and not from buckets; all 0 when there are none. */
export function percentiles(latencies: readonly number[]) {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}
