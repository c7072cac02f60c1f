import { knownValues, readValues } from '../start/arguments.ts'

export interface FaultOptions {
  /** Names of scenarios; empty: all. */
  only: string[]
  /** Length of each scenario's load; undefined: its own. */
  seconds: number | undefined
  /** Requests per second of the open-loop load. */
  rate: number
  /** Decides who is killed, and when. */
  seed: number
  /** Folder for the history of every request, one file per scenario; undefined: not kept. */
  history: string | undefined
}

const KNOWN = ['only', 'seconds', 'rate', 'seed', 'history'] as const
const LIMITS = { seconds: [3, 3600], rate: [1, 1000], seed: [0, 2 ** 31] } as const

/**
 * Reads `--only replicas,nats --seconds 20 --rate 120 --seed 7 --history <folder>`.
 * @throws Error that names each wrong argument
 */
export function readOptions(args: readonly string[], known: readonly string[]): FaultOptions {
  const given = new Map(readValues(args, KNOWN, knownValues(KNOWN)))
  const problems: string[] = []
  const number = (name: keyof typeof LIMITS) => {
    if (!given.has(name)) return undefined
    const [min, max] = LIMITS[name]
    const value = Number(given.get(name))
    if (!(value >= min && value <= max)) problems.push(`--${name} ${given.get(name)} must be a number from ${min} to ${max}`)
    return value
  }
  const only = given.get('only')?.split(',') ?? []
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0) problems.push(`--only ${unknown.join(',')} must be among ${known.join(', ')}`)
  const options = {
    only,
    seconds: number('seconds'),
    rate: number('rate') ?? 120,
    seed: Math.floor(number('seed') ?? Math.random() * 1_000_000),
    history: given.get('history'),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return options
}

/** The text of `--help`. */
export const helpFor = (scenarios: readonly { name: string; title: string }[]): string =>
  [
    'npm run test:faults -- [--only replicas,nats] [--seconds 20] [--rate 120] [--seed 7] [--history <folder>]',
    '',
    'Breaks instances of its own, one scenario after the other, and says which promises were kept. Writes faults-results.json.',
    '',
    '  --only      these scenarios only; default all',
    "  --seconds   length of each scenario's load; default its own",
    '  --rate      requests per second of the open-loop load; default 120',
    '  --seed      who is killed when; default random, printed',
    '  --history   keeps every request as a line of JSON, and the logs of all processes, in this folder',
    '',
    'Exit code 0: every promise was kept; 1: one was broken; 2: a run proves nothing.',
    '',
    'Scenarios:',
    ...scenarios.map(({ name, title }) => `  ${name.padEnd(Math.max(...scenarios.map((one) => one.name.length)))}  ${title}`),
  ].join('\n')
