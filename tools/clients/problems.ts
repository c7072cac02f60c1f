import type { Observed, SentRequest } from './observe-page.ts'
import type { Offers } from './offers.ts'

export interface Shown {
  /** Texts that must be seen. */
  shows: readonly string[]
  /** All that is seen. */
  text: string
}

/** Texts that are not there, however they are broken into lines. */
export const whatIsMissing = ({ shows, text }: Shown): string[] => {
  const seen = text.replace(/\s+/g, ' ').toLowerCase()
  return shows.filter((one) => !seen.includes(one.replace(/\s+/g, ' ').toLowerCase()))
}

/** The request is for a path that Souk does not offer: clients live without it, or the page does not show what it must. */
export const isNotOffered = ({ method, path, status }: SentRequest, offers: Offers): boolean =>
  status === 404 && !offers(method, path)

export const isFailed = (request: SentRequest, offers: Offers): boolean =>
  (request.status === null || request.status >= 400) && !isNotOffered(request, offers)

/** The page asks once more for what it has just deleted, or for what belonged to it. */
const isOfDeleted = ({ path, status }: SentRequest, sent: readonly SentRequest[]): boolean =>
  status === 404 &&
  sent.some(
    (other) => other.method === 'DELETE' && other.status === 200 && (path === other.path || path.startsWith(`${other.path}/`)),
  )

/** The page throws such an answer if it comes before the page has left what it has deleted, which a busy machine makes likely. */
const isAboutDeleted = (exception: string, { requests }: Observed) =>
  / not found\b/.test(exception) && requests.some((request) => isOfDeleted(request, requests))

/** Texts of the dashboard in the place of a page, or of a part of it, that could not be drawn: they stand in no other page. */
const ERROR_PAGES = [
  '400 - Bad request',
  '404 - There is no page at this address',
  '500 - Internal server error',
  'An error occurred',
]

/** A page's problems, in sentences; none when it keeps its promises. */
export function problemsOf(page: Observed & Shown & { broken: string | null }, offers: Offers): string[] {
  return [
    ...(page.broken === null ? [] : [`cannot be used: ${page.broken}`]),
    ...page.requests
      .filter((request) => isFailed(request, offers) && !isOfDeleted(request, page.requests))
      .map(({ method, path, query, status, failure }) => `${status ?? failure} ${method} ${path}${query && `?${query}`}`),
    ...ERROR_PAGES.filter((text) => whatIsMissing({ shows: [text], text: page.text }).length === 0).map(
      (text) => `shows "${text}"`,
    ),
    ...page.exceptions.filter((text) => !isAboutDeleted(text, page)).map((exception) => `exception: ${exception}`),
    ...whatIsMissing(page).map((text) => `does not show "${text}"`),
  ]
}
