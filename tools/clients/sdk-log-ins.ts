import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { DevJson } from '../start/dev-json.ts'
import type { Browser, Page } from './browser.ts'
import { serveClient } from './serve-client.ts'

const LOADED_WITHIN_MS = 60_000

interface LogInRow {
  type: 'jwt' | 'session'
  actor: 'user' | 'seller'
  /** A path that this actor may read. */
  reads: string
}

/** Log-ins of the official SDK that Souk promises, each in a page of another origin. */
const LOG_INS: readonly LogInRow[] = [
  { type: 'jwt', actor: 'user', reads: '/admin/users/me' },
  { type: 'session', actor: 'user', reads: '/admin/users/me' },
  { type: 'jwt', actor: 'seller', reads: '/vendor/sellers/me' },
  { type: 'session', actor: 'seller', reads: '/vendor/sellers/me' },
]

/** The page's report on a log-in. */
interface Told {
  before: number | string
  refreshed: boolean
  after_refresh: number | string
  stored: { cookies: string; tokens: string[] }
  after_log_out: number | string
}

declare const tryLogIn: (options: LogInRow & { base_url: string; email: string; password: string }) => Promise<Told>

export interface LogInResult {
  name: string
  problems: string[]
}

/** Tries each log-in in a page of its own. @param folder empty; for the page's files */
export async function trySdkLogIns(browser: Browser, dev: DevJson, folder: string): Promise<LogInResult[]> {
  const script = join(folder, 'sdk.js')
  await build({ entryPoints: [join(import.meta.dirname, 'sdk-page.mjs')], outfile: script, bundle: true, platform: 'browser' })
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>SDK</title><script src="/sdk/sdk.js"></script>')
  const server = await serveClient({ folder, base: '/sdk' })
  const results: LogInResult[] = []
  try {
    for (const row of LOG_INS) {
      const context = await browser.createBrowserContext()
      const told = await tell(await context.newPage(), server.url, dev, row).catch((error: unknown) => String(error))
      results.push({ name: `${row.type} log-in of a ${row.actor}`, problems: problemsOfLogIn(row, told) })
      await context.close()
    }
  } finally {
    server.close()
  }
  return results
}

async function tell(page: Page, url: string, dev: DevJson, row: LogInRow): Promise<Told> {
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await page.waitForNetworkIdle({ idleTime: 100, timeout: LOADED_WITHIN_MS })
  const { email, password } = row.actor === 'user' ? dev.admin : dev.seller
  return page.evaluate((options) => tryLogIn(options), { ...row, base_url: dev.base_url, email, password })
}

/** A log-in's problems, in sentences. A text instead of the report: why the page could not make one. */
export function problemsOfLogIn({ type, reads }: Pick<LogInRow, 'type' | 'reads'>, told: Told | string): string[] {
  if (typeof told === 'string') return [told]
  const { before, refreshed, after_refresh, stored, after_log_out } = told
  return [
    before !== 200 && `${reads} after the log-in: ${before}`,
    !refreshed && 'refreshing gives no token',
    after_refresh !== 200 && `${reads} after refreshing: ${after_refresh}`,
    stored.cookies !== '' && `scripts can read the cookie: ${stored.cookies.replace(/=[^;]*/g, '=…')}`,
    type === 'session' &&
      stored.tokens.length > 0 &&
      `a session leaves a token where scripts can read it: ${stored.tokens.join(', ')}`,
    after_log_out !== 401 && `${reads} after the log-out: ${after_log_out} instead of 401`,
  ].filter((problem) => problem !== false)
}
