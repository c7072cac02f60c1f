import { readValues } from '../start/arguments.ts'

export interface SoakOptions {
  minutes: number
  /** Of the highest rate that is served well. */
  share: number
  /** Requests per second; undefined: measured, times the share. */
  rate: number | undefined
}

export const HELP = `npm run soak -- [--minutes 60] [--share 0.8] [--rate 200]

Runs an instance of its own under steady mixed load and watches the memory and the open files of every process. Writes soak-results.json and
soak-results.md.

  --minutes   length of the load, 1 to 1440; default 60
  --share     of the capacity, which is measured first, 0.05 to 1; default 0.8
  --rate      requests per second instead of a share of the capacity`

const LIMITS = { minutes: [1, 1440], share: [0.05, 1], rate: [1, 2000] } as const
type Name = keyof typeof LIMITS

/** Reads `--minutes 60 --share 0.8 --rate 200`. @throws Error that names each wrong argument */
export function readOptions(args: readonly string[]): SoakOptions {
  const given: Partial<Record<Name, number>> = {}
  const problems: string[] = []
  for (const [name, text] of readValues(args, Object.keys(LIMITS) as Name[])) {
    const [min, max] = LIMITS[name]
    given[name] = Number(text)
    if (!(Number(text) >= min && Number(text) <= max)) problems.push(`--${name} ${text} must be a number from ${min} to ${max}`)
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { minutes: given.minutes ?? 60, share: given.share ?? 0.8, rate: given.rate }
}
