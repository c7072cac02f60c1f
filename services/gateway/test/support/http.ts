import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'

export interface SendOptions {
  method?: string
  /** A list sends the header once for each value. */
  headers?: Record<string, string | readonly string[]>
  /** A text or bytes go as they are, with JSON as content type unless `headers` names another; anything else as JSON. */
  body?: unknown
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
}

/** One HTTP request, its path sent exactly as given. Every refusal is checked for the one shape that errors have. */
export async function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<Answer> {
  const bytes =
    body === undefined ? undefined : typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const typed = bytes === undefined || 'content-type' in headers ? headers : { 'content-type': 'application/json', ...headers }
  const answer = await new Promise<Answer>((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false, headers: typed as Record<string, string[]> },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== ''
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            body: isJson ? JSON.parse(text) : undefined,
          })
        })
      },
    )
    outgoing.on('error', reject)
    // Without a length of its own Node would send a DELETE's body in chunks.
    if (bytes !== undefined && !('transfer-encoding' in headers)) outgoing.setHeader('content-length', Buffer.byteLength(bytes))
    outgoing.end(bytes)
  })
  if (answer.status >= 400 && method !== 'HEAD' && !path.startsWith('/health/')) expectErrorShape(answer)
  return answer
}

const SHOWN = new Set(['type', 'message', 'code', 'errors', 'request_id'])
/** Texts that would tell an outsider how we are built. */
const LEAKS = [
  /\n\s+at /,
  /node_modules|\/src\/|\.ts\b|\.js\b/,
  /nats:|mongodb/i,
  /E11000|MongoServerError|FST_ERR|ECONN|HPE_/,
  /\b(pricing|cart|orders|sellers)\.[a-z-]+\b/,
  /_INBOX/,
]

export function expectErrorShape({ status, headers, text, body }: Pick<Answer, 'status' | 'headers' | 'text' | 'body'>) {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({ type: expect.any(String), message: expect.any(String), request_id: expect.any(String) })
  expect(Object.keys(body).filter((key) => !SHOWN.has(key))).toEqual([])
  expect(headers['request-id']).toMatch(/^[\x21-\x7e]{1,128}$/)
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer realm="souk"/)
  for (const leak of LEAKS) expect(text.replace(/Cannot [A-Z-]+ \S+/, '')).not.toMatch(leak)
}

/**
 * Bytes as they are, on a socket of their own.
 * @returns all bytes received until the server closes, they match `until`, or `waitMs` have passed
 */
export function sendRaw(
  port: number,
  bytes: string | readonly string[],
  { until, waitMs = 30_000, pauseMs = 0 }: { until?: RegExp; waitMs?: number; pauseMs?: number } = {},
): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(() => finish(false), waitMs)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (until?.test(text)) finish(false)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
    socket.on('connect', async () => {
      for (const piece of typeof bytes === 'string' ? [bytes] : bytes) {
        if (socket.destroyed) return
        socket.write(piece, 'latin1')
        if (pauseMs > 0) await new Promise((wake) => setTimeout(wake, pauseMs))
      }
    })
  })
}

/** The first answer in the text that a raw socket received. */
export function parseRaw(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers['content-length'] ?? 0)
  const content = rest.join('\r\n\r\n').slice(0, length)
  return { status: Number(status.split(' ')[1]), headers, text: content, body: content === '' ? undefined : JSON.parse(content) }
}
