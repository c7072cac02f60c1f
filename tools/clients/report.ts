import type { SentRequest } from './observe-page.ts'
import type { Offers } from './offers.ts'
import { isFailed, isNotOffered } from './problems.ts'
import type { LogInResult } from './sdk-log-ins.ts'
import type { PageResult } from './walk-dashboard.ts'

const HEAD = ['page', 'requests', 'failed', 'not offered', 'exceptions', 'console errors', 'works']

/** The results as Markdown: a table of pages, one of log-ins, their problems, and the routes that do not exist. */
export function renderReport(pages: readonly PageResult[], logIns: readonly LogInResult[], offers: Offers): string {
  const rows = pages.map((page) => [
    page.path,
    page.requests.length,
    page.requests.filter((request) => isFailed(request, offers)).length,
    page.requests.filter((request) => isNotOffered(request, offers)).length,
    page.exceptions.length,
    page.console_errors.length,
    worksOrNot(page.problems, page.is_promised),
  ])
  const wrong = [...pages.map(({ path, problems }) => ({ name: path, problems })), ...logIns].filter(
    ({ problems }) => problems.length > 0,
  )
  const absent = new Set(pages.flatMap(({ requests }) => requests.filter((one) => isNotOffered(one, offers)).map(described)))
  return [
    '## Dashboard\n',
    ...table(HEAD, rows),
    '\n## SDK in a page of another origin\n',
    ...table(
      ['log-in', 'works'],
      logIns.map(({ name, problems }) => [name, worksOrNot(problems)]),
    ),
    ...wrong.flatMap(({ name, problems }) => [`\n## What is wrong with ${name}\n`, ...problems.map((problem) => `- ${problem}`)]),
    ...(absent.size > 0 ? ['\n## Asked for, and not offered by Souk\n', ...[...absent].toSorted().map((one) => `- ${one}`)] : []),
    '',
  ].join('\n')
}

/** The same for all records of a kind. */
const described = ({ method, path, query, status }: SentRequest) =>
  `${status} ${method} ${path.replace(/\/[a-z]+_[0-9A-Za-z]{20,}/g, '/:id')}${status === 404 ? '' : `?${query}`}`

const worksOrNot = (problems: readonly string[], isPromised = true) =>
  problems.length === 0 ? 'yes' : isPromised ? '**no**' : 'no (not promised)'

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
