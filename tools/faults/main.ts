import { mkdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pc from 'picocolors'
import { machineCpuSeconds } from '../bench/cpu.ts'
import { loadAverage, machineFacts } from '../bench/machine.ts'
import { startWatchdog } from '../infra/watchdog.ts'
import { ROOT } from '../start/config.ts'
import { type CleanUp, undo, untilInterrupted } from '../until-interrupted.ts'
import { startInstance } from './instance.ts'
import type { Outcome } from './load.ts'
import { type FaultOptions, helpFor, readOptions } from './options.ts'
import { seededRandom } from './random.ts'
import type { Context, Findings, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { round } from './summary.ts'

export const HELP = helpFor(scenarios)

const RESULTS = join(ROOT, 'faults-results.json')
const BROKEN = 1
const VOID = 2

type Verdict = 'kept' | 'broken' | 'void'
interface Line extends Findings {
  scenario: string
  title: string
  verdict: Verdict
  seconds: number
  took_s: number
  load_average: number
  /** Cores that were busy on this machine meanwhile, with whatever processes; null where that is not known. */
  busy_cores: number | null
}

/**
 * `npm run test:faults`: breaks instances of its own, one scenario after the other, prints a line for each and writes
 * faults-results.json. Resolves to the exit code: 0 when all promises were kept, 1 when one was broken, 2 when a run proves
 * nothing.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(
    args,
    scenarios.map(({ name }) => name),
  )
  const chosen = scenarios.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  console.log(`${chosen.length} scenarios, ${options.rate} requests per second, seed ${options.seed}`)

  const lines: Line[] = []
  return untilInterrupted(async (signal) => {
    for (const scenario of chosen) {
      const line = await runScenario(scenario, options, env, signal)
      lines.push(line)
      printLine(line)
      await writeFile(RESULTS, `${JSON.stringify({ machine: machineFacts(), options, lines }, null, 2)}\n`)
    }
    console.log(`All figures: ${RESULTS}`)
    if (lines.some(({ verdict }) => verdict === 'broken')) return BROKEN
    return lines.some(({ verdict }) => verdict === 'void') ? VOID : 0
  })
}

async function runScenario(
  scenario: Scenario,
  options: FaultOptions,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Line> {
  const watchdog = startWatchdog()
  const cleanUps: CleanUp[] = []
  const histories: Outcome[][] = []
  const context: Context = {
    options,
    watchdog,
    signal,
    random: seededRandom(options.seed),
    start(own) {
      const keepLogsIn = options.history && join(options.history, `${scenario.name}-logs`)
      return startInstance(env, { keepLogsIn, ...own }, watchdog, (stop) => cleanUps.push(stop))
    },
    cleanUp: (work) => cleanUps.push(work),
    keep: (outcomes) => histories.push([...outcomes]),
  }
  const began = performance.now()
  const load_average = loadAverage()
  const cpuBefore = machineCpuSeconds()
  const seconds = options.seconds ?? scenario.seconds
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => {})
  try {
    const work = scenario.run(context, seconds)
    work.catch(() => {}) // after an interruption nobody waits for it any more
    const findings = await Promise.race([aborted, work])
    if (options.history) writeHistory(options.history, scenario.name, histories.flat())
    const busy_cores = busyCores(cpuBefore, began)
    const verdict = findings.broken.length > 0 && !findings.void ? 'broken' : findings.void ? 'void' : 'kept'
    return {
      scenario: scenario.name,
      title: scenario.title,
      verdict,
      ...findings,
      seconds,
      took_s: Math.round((performance.now() - began) / 1000),
      load_average,
      busy_cores,
    }
  } finally {
    await undo(cleanUps)
    watchdog.close()
  }
}

/** Since `began`, on this process' monotonic clock. */
function busyCores(before: number | undefined, began: number): number | null {
  const now = machineCpuSeconds()
  return before === undefined || now === undefined ? null : round((now - before) / ((performance.now() - began) / 1000))
}

function writeHistory(folder: string, name: string, outcomes: readonly Outcome[]) {
  mkdirSync(folder, { recursive: true })
  const text = outcomes
    .map(({ request: { headers: _secret, ...request }, ...rest }) => JSON.stringify({ ...request, ...rest }))
    .join('\n')
  writeFileSync(join(folder, `${name}.ndjson`), `${text}\n`)
}

const COLOURS = { kept: pc.green, broken: pc.red, void: pc.yellow } as const

function printLine({ scenario, verdict, figures, broken, void: reason, load_average, busy_cores, took_s }: Line) {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(
    `${COLOURS[verdict](verdict.toUpperCase())} ${pc.bold(scenario)} (${took_s} s, load average before ${load_average}, ${busy_cores} cores busy): ${shown.join(', ')}`,
  )
  if (reason) console.log(`  void: ${reason}`)
  for (const sentence of broken) console.log(`  ${verdict === 'broken' ? 'broken' : 'seen'}: ${sentence}`)
}
