import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { loadAverage, machineFacts } from '../bench/machine.ts'
import { createClient } from '../faults/client.ts'
import { startInstance } from '../faults/instance.ts'
import { startWatchdog } from '../infra/watchdog.ts'
import { ROOT } from '../start/config.ts'
import { type CleanUp, untilInterrupted } from '../until-interrupted.ts'
import { measureCapacity } from './capacity.ts'
import { openLoop } from './open-loop.ts'
import { readOptions, type SoakOptions } from './options.ts'
import { type Results, renderMarkdown } from './report.ts'
import { createTally, type Summary } from './tally.ts'
import { brokenPromises, rowsOf } from './verdict.ts'
import { type Watched, watchProcesses } from './watch-processes.ts'
import { steadyLoad } from './workload.ts'

export { HELP } from './options.ts'

const RESULTS = join(ROOT, 'soak-results')
const TOLD_EVERY_MS = 60_000
/** The stream reaches its bound early in the run, and is as large from then on. */
const ENVIRONMENT = { EVENTS_MAX_BYTES: String(8 * 2 ** 20) }

/** `npm run soak`: steady load for as long as is asked. Resolves to the exit code: 0 when the promises were kept, 1 when not. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args)
  return untilInterrupted(async (signal, onEnd) => {
    const watchdog = startWatchdog()
    onEnd(watchdog.close)
    const instance = await startInstance(env, { replicas: '1', env: ENVIRONMENT }, watchdog, onEnd)
    const { broken } = await soak(instance, options, signal, onEnd)
    return broken.length > 0 ? 1 : 0
  })
}

async function soak(
  instance: Awaited<ReturnType<typeof startInstance>>,
  options: SoakOptions,
  signal: AbortSignal,
  cleanUp: (work: CleanUp) => void,
): Promise<Results> {
  const client = createClient()
  cleanUp(client.close)
  const mongo = await new MongoClient(instance.dev.mongodb_url, { maxPoolSize: 12 }).connect()
  cleanUp(() => mongo.close())
  const load = { client, baseUrl: instance.dev.base_url, next: await steadyLoad({ instance, client }, mongo), signal }
  const capacity = options.rate ? null : await measureCapacity(load, (line) => console.log(line))
  const rate = options.rate ?? Math.max(1, Math.round(capacity! * options.share))
  console.log(`${options.minutes} minutes at ${rate}/s${capacity ? `, ${options.share} of ${Math.round(capacity)}/s` : ''}`)

  const startedAt = performance.now()
  const watch = watchProcesses(instance, startedAt)
  const tally = createTally()
  const resultsOf = (watched: readonly Watched[], answers: Summary): Results => {
    const minutes = (performance.now() - startedAt) / 60_000
    const rows = rowsOf(watched, minutes)
    const machine = machineFacts()
    const broken = brokenPromises(rows, answers, minutes)
    return { machine, options, capacity, rate, minutes, load_average: loadAverage(), answers, rows, broken }
  }
  try {
    await openLoop({
      ...load,
      tally,
      rate,
      seconds: options.minutes * 60,
      everyMs: TOLD_EVERY_MS,
      onCounted(recent) {
        const { requests, failed, p99_ms } = recent.summary()
        const memory = watch.current().map(({ name, samples }) => `${name} ${Math.round(samples.at(-1)?.rss_mb ?? 0)}`)
        const minute = Math.round((performance.now() - startedAt) / 60_000)
        console.log(`minute ${minute}: ${requests} requests, ${failed} failed, p99 ${p99_ms} ms; MB: ${memory.join(', ')}`)
      },
    })
    const watched = await watch.stop()
    const results = resultsOf(watched, tally.summary())
    await write(results, watched)
    return results
  } catch (error) {
    const watched = await watch.stop()
    await write(resultsOf(watched, tally.summary()), watched)
    throw error
  }
}

async function write(results: Results, watched: readonly Watched[]) {
  const samples = Object.fromEntries(watched.map((one) => [one.name, one.samples]))
  const text = renderMarkdown(results)
  await writeFile(`${RESULTS}.json`, `${JSON.stringify({ ...results, samples }, null, 2)}\n`)
  await writeFile(`${RESULTS}.md`, text)
  console.log(`\n${text}\nAll figures: ${RESULTS}.json`)
}
