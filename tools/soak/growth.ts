/** The resources of one process at one moment. */
export interface Sample {
  /** Since the load began, in minutes. */
  minute: number
  rss_mb: number
  /** Open file descriptors; null where that is not known. */
  files: number | null
}

export interface Growth {
  start: number
  end: number
  highest: number
  /** Per minute, by least squares over the samples after settling; null with fewer than three samples. */
  slope: number | null
}

/** @param settled samples before this minute do not count for the slope */
export function growthOf(points: readonly { minute: number; value: number }[], settled: number): Growth {
  const values = points.map(({ value }) => value)
  return {
    start: values[0] ?? 0,
    end: values.at(-1) ?? 0,
    highest: Math.max(0, ...values),
    slope: slopeOf(points.filter(({ minute }) => minute >= settled)),
  }
}

function slopeOf(points: readonly { minute: number; value: number }[]): number | null {
  if (points.length < 3) return null
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0) / points.length
  const [minute, value] = [mean((point) => point.minute), mean((point) => point.value)]
  const spread = mean((point) => (point.minute - minute) ** 2)
  return spread === 0 ? null : mean((point) => (point.minute - minute) * (point.value - value)) / spread
}
