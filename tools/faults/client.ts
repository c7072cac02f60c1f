import { Agent, request as httpRequest } from 'node:http'

/** One request as it goes over the wire. */
export interface LoadRequest {
  /** The contract's name. */
  operation: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  /** The status of success. */
  expected: number
  /** Of a write: the aggregate, and the token that can be found in it afterwards. */
  effect?: {
    aggregate: string
    token: string
    /** The read that shows it, where that is not of the aggregate itself. */
    shown_in?: string
  }
  /** Of a read: the aggregate whose revision the answer tells, or the `shown_in` of other effects. */
  reads?: string
  /** The tokens that an answer shows. */
  shows?: (text: string) => string[]
}

export interface Answer {
  /** 0: there was none. */
  status: number
  /** From `ETag`. */
  revision: number | undefined
  retry_after: string | undefined
  /** Of a refusal: the body's `code`, else its `type`; without an answer the socket's error. */
  code: string | undefined
  text: string
}

/** Longer than any deadline of the gateway: a request without an answer by then never gets one. */
const PATIENCE_MS = 20_000
const SOCKETS = 4000

/** An HTTP client with connections of its own, which it keeps; it has enough of them never to wait for one. */
export function createClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS })

  function send(baseUrl: string, { method, path, headers, body }: LoadRequest): Promise<Answer> {
    return new Promise((resolve) => {
      const none = (code: string) => resolve({ status: 0, revision: undefined, retry_after: undefined, code, text: '' })
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = httpRequest(`${baseUrl}${path}`, { method, agent, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => none(codeOf(error)))
        response.on('end', () => {
          clearTimeout(late)
          const { statusCode: status = 0, headers: answered } = response
          const text = Buffer.concat(chunks).toString()
          const revision = /^"(\d+)/.exec(answered.etag ?? '')?.[1]
          resolve({
            status,
            revision: revision === undefined ? undefined : Number(revision),
            retry_after: answered['retry-after'],
            code: status >= 400 ? refusalCode(text) : undefined,
            text,
          })
        })
      })
      const late = setTimeout(() => sent.destroy(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })), PATIENCE_MS)
      sent.on('error', (error) => {
        clearTimeout(late)
        none(codeOf(error))
      })
      sent.end(body)
    })
  }

  /** For preparations. @throws Error when it is not the expected answer */
  async function expectJson<T>(baseUrl: string, request: LoadRequest): Promise<{ body: T; revision: number | undefined }> {
    const { status, text, revision } = await send(baseUrl, request)
    if (status !== request.expected) throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`)
    return { body: JSON.parse(text), revision }
  }

  return { send, expectJson, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof createClient>

const codeOf = (error: Error & { code?: string }) => error.code ?? error.message

function refusalCode(text: string): string {
  try {
    const { code, type } = JSON.parse(text) as { code?: string; type?: string }
    return code ?? type ?? 'unknown body'
  } catch {
    return 'no JSON'
  }
}
