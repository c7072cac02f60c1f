import type { Page, PageRequest } from './browser.ts'

/** A request of a page to Souk. */
export interface SentRequest {
  method: string
  path: string
  /** Decoded. */
  query: string
  /** Null when no answer reached the page: refused by the browser, or no connection. */
  status: number | null
  /** Why there is no answer. */
  failure?: string
}

export interface Observed {
  requests: SentRequest[]
  /** Exceptions that no code of the page caught. */
  exceptions: string[]
  console_errors: string[]
}

/** Chromium's own line for each request that failed, which is counted among the requests. */
const FAILED_REQUEST = /^Failed to load resource|blocked by CORS policy/
/** The page was left, or the client no longer wanted the answer. */
const ABORTED = 'net::ERR_ABORTED'
const MAX_TEXT_LENGTH = 300

/** Writes down a page's requests to the API at `baseUrl`, and its errors. `take` gives those since its last call. */
export function observePage(page: Page, baseUrl: string) {
  let seen: Observed = { requests: [], exceptions: [], console_errors: [] }

  const note = (request: PageRequest) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(baseUrl).origin || request.method() === 'OPTIONS') return
    const status = request.response()?.status() ?? null
    const failure = request.failure()?.errorText
    if (failure === ABORTED) return
    const query = decodeURIComponent(url.search.slice(1).replaceAll('+', ' '))
    seen.requests.push({ method: request.method(), path: url.pathname, query, status, ...(status === null && { failure }) })
  }
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  page.on('pageerror', (error) => seen.exceptions.push(String(error).slice(0, MAX_TEXT_LENGTH)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !FAILED_REQUEST.test(text)) seen.console_errors.push(text.slice(0, MAX_TEXT_LENGTH))
  })

  return {
    take(): Observed {
      const taken = seen
      seen = { requests: [], exceptions: [], console_errors: [] }
      return taken
    },
  }
}
