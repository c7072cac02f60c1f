import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInstance } from '../faults/instance.ts'
import { startWatchdog, type Watchdog } from '../infra/watchdog.ts'
import { ROOT } from '../start/config.ts'
import { launchBrowser } from './browser.ts'
import { BACKEND_PLACEHOLDER, bringClientPackages, DASHBOARD_BASE } from './client-packages.ts'
import { findChromium } from './find-chromium.ts'
import { offersOf } from './offers.ts'
import { type ClientOptions, helpFor, readOptions } from './options.ts'
import { PAGES } from './pages.ts'
import { renderReport } from './report.ts'
import { trySdkLogIns } from './sdk-log-ins.ts'
import { serveClient } from './serve-client.ts'
import { walkDashboard } from './walk-dashboard.ts'

const NAMES = PAGES.map(({ name }) => name)
export const HELP = helpFor(NAMES)

const RESULTS = join(ROOT, 'clients-results')
const INTERRUPTED = 130

type CleanUp = () => Promise<unknown> | unknown

/** `npm run test:clients`. Resolves to the exit code: 0 when every promised page and log-in works, 1 when not. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args, NAMES)
  const chromium = await findChromium(env)
  const cleanUps: CleanUp[] = []
  const watchdog = startWatchdog()
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(INTERRUPTED))
  })
  try {
    return await Promise.race([interrupted, tryClients(options, chromium, env, watchdog, (work) => cleanUps.push(work))])
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await Promise.resolve(cleanUp()).catch((error) => console.error(String(error)))
    watchdog.close()
  }
}

async function tryClients(
  options: ClientOptions,
  chromium: string,
  env: NodeJS.ProcessEnv,
  watchdog: Watchdog,
  onEnd: (work: CleanUp) => void,
): Promise<number> {
  const tell = (line: string) => console.log(line)
  const packages = await bringClientPackages(env, tell)
  await rm(RESULTS, { recursive: true, force: true })
  const screenshots = join(RESULTS, 'screenshots')
  await mkdir(screenshots, { recursive: true })
  const { dev } = await startInstance(env, { replicas: '1', keepLogsIn: join(RESULTS, 'logs') }, watchdog, onEnd)
  const dashboard = await serveClient({
    folder: packages.dashboard,
    base: DASHBOARD_BASE,
    replace: { [BACKEND_PLACEHOLDER]: dev.base_url },
  })
  onEnd(dashboard.close)
  const browser = await launchBrowser(packages.driver, chromium)
  onEnd(() => browser.close())
  tell(`${await browser.version()}, dashboard at ${dashboard.url}, Souk at ${dev.base_url}`)

  const offers = offersOf((await (await fetch(`${dev.base_url}/openapi.json`)).json()) as Parameters<typeof offersOf>[0])
  const folder = await mkdtemp(join(tmpdir(), 'souk-clients-'))
  onEnd(() => rm(folder, { recursive: true, force: true }))
  const logIns = await trySdkLogIns(browser, dev, folder)
  const pages = await walkDashboard(browser, { dev, dashboardUrl: dashboard.url, offers, options, screenshots, tell })

  const report = renderReport(pages, logIns, offers)
  await writeFile(join(RESULTS, 'report.md'), report)
  await writeFile(join(RESULTS, 'results.json'), `${JSON.stringify({ pages, logIns }, null, 2)}\n`)
  tell(`\n${report}\nScreenshots, requests and logs: ${RESULTS}`)
  const promised = [...pages.filter(({ is_promised }) => is_promised), ...logIns]
  return promised.some(({ problems }) => problems.length > 0) ? 1 : 0
}
