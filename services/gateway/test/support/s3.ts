import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small storage that speaks S3 as far as files need it, and takes only requests signed with its key (AWS Signature Version 4).
 */
export async function startS3({ id, secret }: { id: string; secret: string }) {
  const objects = new Map<string, { bytes: Buffer; headers: IncomingMessage['headers'] }>()
  const asked: string[] = []
  let failing = 0
  let held = Promise.resolve()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const path = request.url!.split('?')[0]!
    asked.push(request.method!)
    await held
    if (failing > 0) {
      failing--
      return response.writeHead(503).end()
    }
    if (!isSigned(request, { id, secret }) && !isSignedInAddress(request, { id, secret }))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const hash = request.headers['x-amz-content-sha256']
    if (request.method === 'PUT' && hash !== undefined && hash !== sha256(bytes)) return response.writeHead(400).end()
    if (request.method === 'PUT') objects.set(path, { bytes, headers: request.headers })
    if (request.method === 'DELETE') objects.delete(path)
    response.writeHead(request.method === 'DELETE' ? 204 : objects.has(path) ? 200 : 404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    /** The methods of all requests. */
    asked,
    /** No request is answered until the returned function is called. */
    hold() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => release()
    },
    /** So many of the next requests are answered 503. */
    fail(times: number) {
      failing = times
    },
    stop: () => new Promise((stopped) => server.close(stopped)),
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Worked out from the specification, not with the client's library. */
function isSigned({ method, url, headers }: IncomingMessage, { id, secret }: { id: string; secret: string }): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/
  const [, credential, scope, names, signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (credential !== id || !scope || !names) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const [path, query = ''] = url!.split('?')
  const canonical = [method, path, query, signed.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}

/** The same for a signed address: the signature is in its query, and does not cover the bytes. */
function isSignedInAddress({ method, url, headers }: IncomingMessage, { id, secret }: { id: string; secret: string }): boolean {
  const { pathname, searchParams } = new URL(url!, 'http://storage')
  const value = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  const [credential, ...scope] = value('Credential').split('/')
  const at = value('Date').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (credential !== id || Date.parse(at) + Number(value('Expires')) * 1000 < Date.now()) return false
  const names = value('SignedHeaders')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const canonical = [method, pathname, query, signed.join(''), names, 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['AWS4-HMAC-SHA256', value('Date'), scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex') === value('Signature')
}
