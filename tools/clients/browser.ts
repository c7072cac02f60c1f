import { getuid } from 'node:process'

/** The used part of the browser driver: it is installed apart, so its own types are not at hand. */
export interface Browser {
  createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
  version(): Promise<string>
  close(): Promise<void>
}

export interface Page {
  on(event: 'requestfinished' | 'requestfailed', listener: (request: PageRequest) => void): void
  on(event: 'pageerror', listener: (error: unknown) => void): void
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  goto(url: string, options: { waitUntil: 'domcontentloaded' }): Promise<unknown>
  url(): string
  type(selector: string, text: string): Promise<void>
  /** @param options.count how often, quickly: three times selects a field's text */
  click(selector: string, options?: { count: number }): Promise<void>
  waitForSelector(selector: string, options: { timeout: number; hidden?: boolean }): Promise<unknown>
  /** A click on it waits until it is there, enabled, and no longer moves. */
  locator(selector: string): { setTimeout(ms: number): { click(options: { count: number }): Promise<void> } }
  /** @param key as `Escape` */
  keyboard: Record<'type' | 'press' | 'down' | 'up', (text: string) => Promise<void>>
  waitForNetworkIdle(options: { idleTime: number; timeout: number }): Promise<void>
  evaluate<Value>(expression: string): Promise<Value>
  evaluate<Argument, Value>(run: (argument: Argument) => Value | Promise<Value>, argument: Argument): Promise<Value>
  screenshot(options: { path: `${string}.png` }): Promise<unknown>
}

export interface PageRequest {
  url(): string
  method(): string
  response(): { status(): number } | null
  failure(): { errorText: string } | null
}

interface Driver {
  launch(options: Record<string, unknown>): Promise<Browser>
}

const VIEWPORT = { width: 1400, height: 1000 }
/** Nothing but this machine can be reached: a client's requests to other hosts fail. */
const ONLY_LOOPBACK = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'

/** A headless Chromium that closes with this process. @param driver module of the browser driver */
export async function launchBrowser(driver: string, executablePath: string): Promise<Browser> {
  const { default: puppeteer } = (await import(driver)) as { default: Driver }
  const sandbox = getuid?.() === 0 ? ['--no-sandbox'] : [] // Chromium refuses its sandbox to root
  return puppeteer.launch({
    executablePath,
    headless: true,
    defaultViewport: VIEWPORT,
    args: [ONLY_LOOPBACK, '--disable-gpu', ...sandbox],
  })
}
