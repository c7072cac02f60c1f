import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { DevJson, Example, ExampleRequest } from './dev-json.ts'
import { writeFileAtomically } from './write-file.ts'

/** The operations whose commands `npm start` shows. */
const SHOWN = [
  'pricing.create-price-list-price',
  'cart.remove-gift-card',
  'orders.add-order-edit-shipping-method',
  'sellers.get-member',
  'orders.list-customer-orders',
]

const folderOf = (home: string) => join(home, 'try')
const fileName = (operation: string, step = '') => `${operation.slice(operation.indexOf('.') + 1)}${step}`

interface TryRequest {
  file: string
  request: ExampleRequest
  /** Its answer is not shown. */
  preparing: boolean
}

/** One request per file, for `curl -K`: requests that must precede an example have files of their own. */
export async function writeTryFiles(home: string, dev: DevJson) {
  const folder = folderOf(home)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const requests = shownExamples(dev).flatMap(([name, example]) => requestsOf(name, example))
  await Promise.all(
    requests.map((request) => writeFileAtomically(join(folder, request.file), curlConfig(dev.base_url, request), 0o600)),
  )
}

export async function removeTryFiles(home: string) {
  await rm(folderOf(home), { recursive: true, force: true })
}

/** A command for each shown operation, for a POSIX shell in the folder `from`. */
export function tryCommands(home: string, dev: DevJson, from: string) {
  const path = relative(from, folderOf(home))
  const folder = path.startsWith('..') ? folderOf(home) : path
  return shownExamples(dev).map(([name, example]) =>
    requestsOf(name, example)
      .map(({ file }) => `curl -K ${quote(join(folder, file))}`)
      .join(' && '),
  )
}

function shownExamples({ examples }: DevJson) {
  return SHOWN.flatMap((name) => (examples[name] ? [[name, examples[name]] as const] : []))
}

function requestsOf(name: string, { before = [], ...example }: Example): TryRequest[] {
  const preparing = before.map((request, index) => ({
    file: fileName(name, `.before${index > 0 ? index + 1 : ''}`),
    request,
    preparing: true,
  }))
  return [...preparing, { file: fileName(name), request: example, preparing: false }]
}

/** In the format of curl's configuration files. */
function curlConfig(baseUrl: string, { request: { method, path, headers, body }, preparing }: TryRequest) {
  const options: (readonly [string, string])[] = [
    ['request', method],
    ['url', `${baseUrl}${path}`],
    ...Object.entries(headers).map(([name, value]) => ['header', `${name}: ${value}`] as const),
    ...(body ? [['data', JSON.stringify(body)] as const] : []),
    ...(preparing ? [['output', process.platform === 'win32' ? 'NUL' : '/dev/null'] as const] : []),
    ...(preparing ? [] : [['write-out', '\n'] as const]),
  ]
  return ['silent', 'show-error', ...options.map(([name, value]) => `${name} = ${inQuotes(value)}`), ''].join('\n')
}

const inQuotes = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

const quote = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
