import { join } from 'node:path'
import type { DevJson } from '../start/dev-json.ts'
import type { Browser } from './browser.ts'
import { observePage } from './observe-page.ts'
import type { Offers } from './offers.ts'
import { type Opened, openPage } from './open-page.ts'
import type { ClientOptions } from './options.ts'
import type { Known, PageRow } from './page-row.ts'
import { PAGES } from './pages.ts'
import { problemsOf } from './problems.ts'

export interface PageResult extends Opened {
  name: string
  /** As it was opened, below the dashboard's base; without its query. */
  path: string
  /** Whether the exit code depends on it. */
  is_promised: boolean
  problems: string[]
}

interface Walk {
  dev: DevJson
  /** Where the dashboard is served. */
  dashboardUrl: string
  offers: Offers
  options: ClientOptions
  /** Folder for the pictures. */
  screenshots: string
  tell: (line: string) => void
}

/** Logs in and opens one page after the other, as a person does in one window. */
export async function walkDashboard(
  browser: Browser,
  { dev, dashboardUrl, offers, options, screenshots, tell }: Walk,
): Promise<PageResult[]> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const { take } = observePage(page, dev.base_url)
  const known = knowing(dev)
  const results: PageResult[] = []

  for (const row of rowsFor(options))
    for (const visit of await row.visits(known)) {
      const { shows } = visit
      const [path = ''] = visit.path.split('?') // an invite's token is nothing to be told
      const file = `${String(results.length + 1).padStart(2, '0')}-${row.name}${path.replace(/[^a-z0-9]+/gi, '-')}.png` as const
      const opened = await openPage(page, {
        url: `${dashboardUrl}${visit.path}`,
        shows,
        act: row.act && ((where) => row.act!(where, known)),
        take,
        screenshot: join(screenshots, file) as `${string}.png`,
      })
      const problems = problemsOf(opened, offers)
      tell(`${problems.length === 0 ? 'works' : 'FAILS'}  ${path}`)
      results.push({ name: row.name, path, is_promised: PAGES.includes(row), problems, ...opened })
      if (row === PAGES[0] && problems.length > 0) return results // without a log-in no other page can show anything
    }
  return results
}

function rowsFor({ only, paths }: ClientOptions): PageRow[] {
  const promised = PAGES.filter((row, index) => index === 0 || only.length === 0 || only.includes(row.name))
  return [...promised, ...paths.map((path) => ({ name: 'tried', visits: () => [{ path, shows: [] }] }))]
}

function knowing(dev: DevJson): Known {
  return {
    dev,
    async get(path) {
      const response = await fetch(`${dev.base_url}${path}`, { headers: { authorization: `Bearer ${dev.admin.token}` } })
      if (!response.ok) throw new Error(`GET ${path} was answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
  }
}
