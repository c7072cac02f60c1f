import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from './browser.ts'
import type { Observed } from './observe-page.ts'
import { type Shown, whatIsMissing } from './problems.ts'

const SHOWN_WITHIN_MS = 60_000
const STEP_MS = 250
/** Longer than the dashboard waits before it repeats a failed request: a page may give up only then. */
const IDLE = { idleTime: 4500, timeout: 30_000 }

export interface Opening {
  url: string
  shows: readonly string[]
  act?: (page: Page) => Promise<void>
  /** The observations since the last call. */
  take(): Observed
  /** File of the picture that is taken at the end. */
  screenshot: `${string}.png`
}

export interface Opened extends Observed, Shown {
  /** Where the client led. */
  ended_at: string
  /** Why the page could not be used at all; null when it could. */
  broken: string | null
}

/** Opens a page, acts as a person would and waits, at most a minute, until it shows its texts and sends no more requests. */
export async function openPage(page: Page, { url, shows, act, take, screenshot }: Opening): Promise<Opened> {
  take()
  let broken: string | null = null
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    await act?.(page)
    for (const deadline = Date.now() + SHOWN_WITHIN_MS; Date.now() < deadline; await sleep(STEP_MS))
      if (whatIsMissing({ shows, text: await textOf(page) }).length === 0) break
    await page.waitForNetworkIdle(IDLE).catch(() => {}) // requests that go on for longer are reported
  } catch (error) {
    broken = error instanceof Error ? error.message : String(error)
  }
  const text = await textOf(page).catch(() => '')
  await page.screenshot({ path: screenshot }).catch(() => {})
  return { ...take(), shows: [...shows], text, ended_at: page.url(), broken }
}

/** What is seen, and what stands in inputs. */
const textOf = (page: Page) =>
  page.evaluate<string>(
    `[document.body?.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')`,
  )
