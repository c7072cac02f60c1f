import { round } from '../faults/summary.ts'
import { type Growth, growthOf } from './growth.ts'
import type { Summary } from './tally.ts'
import type { Watched } from './watch-processes.ts'

/** Caches fill and code is compiled in the beginning. */
const SETTLED_AFTER_MIN = 10
const MAX_MB_PER_MIN = 1
const MAX_FILES_PER_MIN = 1

export interface Row {
  process: string
  is_ours: boolean
  memory_mb: Growth
  files: Growth | null
  restarts: number
}

/** In a shorter run growth is told, but proves nothing. */
const SHORTEST_MIN = 20

export const isLongEnough = (minutes: number): boolean => minutes >= SHORTEST_MIN

/** From which minute on growth counts; of a short run its second half. */
export const settledAfter = (minutes: number): number => Math.min(SETTLED_AFTER_MIN, minutes / 2)

export function rowsOf(watched: readonly Watched[], minutes: number): Row[] {
  const settled = settledAfter(minutes)
  return watched.map(({ name, is_ours, samples, pids }) => ({
    process: name,
    is_ours,
    memory_mb: growthOf(
      samples.map(({ minute, rss_mb }) => ({ minute, value: rss_mb })),
      settled,
    ),
    files: samples.some(({ files }) => files === null)
      ? null
      : growthOf(
          samples.map(({ minute, files }) => ({ minute, value: files ?? 0 })),
          settled,
        ),
    restarts: pids.size - 1,
  }))
}

/** One sentence for each promise that was not kept: of our own processes, and of their answers. */
export function brokenPromises(rows: readonly Row[], { failed, others }: Summary, minutes: number): string[] {
  const ours = rows.filter(({ is_ours }) => is_ours)
  const faster = (growth: Growth | null, limit: number) => isLongEnough(minutes) && growth?.slope != null && growth.slope > limit
  return [
    ...ours
      .filter(({ memory_mb }) => faster(memory_mb, MAX_MB_PER_MIN))
      .map((row) => `${row.process} grows by ${round(row.memory_mb.slope!)} MB a minute`),
    ...ours
      .filter(({ files }) => faster(files, MAX_FILES_PER_MIN))
      .map((row) => `${row.process} opens ${round(row.files!.slope!)} files a minute and keeps them`),
    ...ours.filter(({ restarts }) => restarts > 0).map(({ process, restarts }) => `${process} was restarted ${restarts} times`),
    ...(failed > 0 ? [`${failed} requests failed: ${JSON.stringify(others)}`] : []),
  ]
}
