import type { Watchdog } from '../infra/watchdog.ts'
import type { Instance, InstanceOptions } from './instance.ts'
import type { Outcome } from './load.ts'
import type { FaultOptions } from './options.ts'

export type Figures = Record<string, number | string>

/** The findings of a scenario. */
export interface Findings {
  figures: Figures
  /** One sentence for each promise that was not kept. */
  broken: string[]
  /** Why nothing can be concluded: the load generator could not keep up. */
  void?: string | undefined
}

/** The values that scenarios get. */
export interface Context {
  options: FaultOptions
  watchdog: Watchdog
  signal: AbortSignal
  /** The scenario's own, from the run's seed. */
  random: () => number
  /** An instance for this scenario alone; ended after it. */
  start(options: InstanceOptions): Promise<Instance>
  /** Work to be undone after the scenario, last one first. */
  cleanUp(work: () => Promise<unknown> | unknown): void
  /** Keeps the history of requests where the options want it. */
  keep(outcomes: readonly Outcome[]): void
}

export interface Scenario {
  name: string
  title: string
  /** Default length of its load. */
  seconds: number
  run(context: Context, seconds: number): Promise<Findings>
}
