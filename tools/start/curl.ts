import type { Example, ExampleRequest } from './dev-json.ts'

/** One line for a POSIX shell that sends the example, after the requests that it needs, joined by `&&`. */
export function curlOf(baseUrl: string, { before = [], ...example }: Example) {
  const preparing = before.map((request) => command(baseUrl, request, 'curl -sS -o /dev/null'))
  return [...preparing, command(baseUrl, example, 'curl -sS')].join(' && ')
}

function command(baseUrl: string, { method, path, headers, body }: ExampleRequest, program: string) {
  const parts = [program]
  if (method !== 'GET') parts.push(`-X ${method}`)
  parts.push(quote(`${baseUrl}${path}`))
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (body) parts.push(`-d ${quote(JSON.stringify(body))}`)
  return parts.join(' ')
}

function quote(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
