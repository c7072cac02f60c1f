import { request } from 'node:http'
import { connect } from 'node:net'

export interface Anything {
  method: string
  /** Sent as it is, with its query string. */
  path: string
  headers?: Record<string, string>
  /** A text or bytes go as they are, anything else as JSON. */
  body?: unknown
}

export interface Received {
  status: number
  /** Status line, headers and body, as one text. */
  text: string
}

/** One HTTP request, also one that no client library would send: with a body on GET, with headers that belong to the library. */
export function sendAnything(url: string, { method, path, headers = {}, body }: Anything): Promise<Received> {
  const bytes = body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const head = [String(incoming.statusMessage), ...incoming.rawHeaders].join('\n')
        resolve({ status: incoming.statusCode ?? 0, text: `${head}\n\n${Buffer.concat(chunks)}` })
      })
    })
    outgoing.on('error', reject)
    if (bytes !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(bytes))
    outgoing.end(bytes)
  })
}

/** Bytes that need not be HTTP at all. Resolves with all that came back until the server closed. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => {}) // closes next
    socket.on('close', () => resolve(text))
  })
}
