import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sdk from '@medusajs/js-sdk'
import { createLogger } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GatewayConfig } from '../src/config.ts'
import { fileTypeOf, isFileKey, newFileKey } from '../src/files/file-keys.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { type Answer, expectErrorShape } from './support/http.ts'
import { ADMIN, bearer, CUSTOMER, MEMBER } from './support/peer.ts'
import { startS3 } from './support/s3.ts'

// A CommonJS package whose default export is the class.
const Medusa = ('default' in sdk ? sdk.default : sdk) as unknown as typeof import('@medusajs/js-sdk').default

interface Part {
  name?: string
  type?: string
  bytes?: Buffer | string
}

/** A form as browsers send it. */
function form(parts: readonly Part[], boundary = 'souk-boundary') {
  const pieces = parts.flatMap(({ name = 'a.png', type = 'image/png', bytes = 'content' }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

let folder: string
let gateway: TestGateway
let admin: Record<string, string>
let member: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-files-'))
  gateway = await startTestGateway({ env: { FILES_FOLDER: join(folder, 'files'), UPLOAD_MAX_MB: '1' } })
  ;[admin, member] = await Promise.all([bearer(ADMIN), bearer(MEMBER)])
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

const kept = () => readdir(join(folder, 'files'))
const upload = (parts: readonly Part[], path = '/admin/uploads', own = admin, at = gateway): Promise<Answer> => {
  const { body, headers } = form(parts)
  return at.ask(path, { method: 'POST', body, headers: { ...headers, ...own } })
}
const one = (id: string, method = 'GET', at = gateway) => at.ask(`/admin/uploads/${id}`, { method, headers: admin })

/** The raw bytes of the response. */
const download = (path: string, at = gateway) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: at.port, path, agent: false }, async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      resolve({ status: incoming.statusCode!, headers: incoming.headers, bytes: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end()
  })

describe('uploads', () => {
  it('are stored, retrieved, served with their type, and deleted', async () => {
    const bytes = randomBytes(300 * 1024)
    const { status, body } = await upload([{ name: 'Summer Shirt.JPEG', type: 'image/jpeg', bytes }, { name: 'b.png' }])
    const [first, second] = body.files
    expect([status, body.files.length]).toEqual([200, 2])
    expect(first.id).toMatch(/^[0-9a-f]{24}-summer-shirt\.jpeg$/)
    expect(first.url).toBe(`http://127.0.0.1:${gateway.port}/static/${first.id}`)
    expect((await one(first.id)).body).toEqual({ file: first })

    const file = await download(`/static/${first.id}`)
    expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true])
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await gateway.ask(`/static/${first.id}`, { method: 'HEAD' })).headers['content-length']).toBe(String(bytes.length))

    const removed = { status: 200, body: { id: first.id, object: 'file', deleted: true } }
    for (const _ of [1, 2]) expect(await one(first.id, 'DELETE')).toMatchObject(removed)
    const { status: gone, body: error } = await one(first.id)
    expect([gone, error.type, error.message]).toEqual([404, 'not_found', `File with key ${first.id} not found`])
    expect((await gateway.ask(`/static/${first.id}`)).status).toBe(404)
    expect((await one(second.id)).status).toBe(200)
  })

  it('are served as attachments unless they are images', async () => {
    const { body } = await upload([{ name: 'products.csv', type: 'text/csv', bytes: 'a,b\n1,2\n' }])
    const { headers, bytes } = await download(`/static/${body.files[0].id}`)
    expect(headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': 'attachment' })
    expect(bytes.toString()).toBe('a,b\n1,2\n')
  })

  it('are accepted from sellers too, who can neither retrieve nor delete them', async () => {
    const { status, body } = await upload([{}], '/vendor/uploads', member)
    const { id } = body.files[0]
    expect([status, (await one(id)).status]).toEqual([200, 200])
    for (const method of ['GET', 'DELETE'])
      expect((await gateway.ask(`/admin/uploads/${id}`, { method, headers: member })).status).toBe(401)
    expect((await gateway.ask(`/vendor/uploads/${id}`, { headers: member })).status).toBe(404)
  })

  it.each([
    ['an administrator', '/admin/uploads', MEMBER],
    ['a seller', '/vendor/uploads', CUSTOMER],
    ['authenticated callers', '/admin/uploads', undefined],
  ])('are restricted to %s; nothing is read from others', async (_, path, actor) => {
    const before = await kept()
    const { status, body } = await upload([{}], path, actor ? await bearer(actor) : {})
    expect([status, body.type]).toEqual([401, 'unauthorized'])
    expect(await kept()).toEqual(before)
  })

  it.each<[string, readonly Part[], number, string | RegExp]>([
    ['a type that browsers execute', [{}, { name: 'a.html', type: 'text/html' }], 400, /^Files of this type are not accepted/],
    ['an SVG image', [{ name: 'a.svg', type: 'image/svg+xml' }], 400, /^Files of this type are not accepted/],
    ['a missing file', [], 400, 'No files were uploaded'],
    ['a file that is too large', [{}, { bytes: Buffer.alloc(1024 * 1024 + 1) }], 413, 'A file must not be larger than 1 MiB'],
    ['too many files', Array.from({ length: 11 }, () => ({})), 413, 'There must not be more than 10 files'],
  ])('are all rejected because of %s', async (_, parts, status, message) => {
    const before = await kept()
    const answer = await upload(parts)
    expect([answer.status, answer.body.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
    expect(await kept()).toEqual(before)
  })

  it('accept a file of exactly the maximum size', async () => {
    expect((await upload([{ bytes: Buffer.alloc(1024 * 1024) }])).status).toBe(200)
  })

  it.each([
    ['JSON', 'application/json', '{"files":[]}', 400],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    ['a truncated form', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"', 400],
    [
      'a form without files',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
      400,
    ],
    [
      'a form field named __proto__',
      'multipart/form-data; boundary=b',
      form([{}], 'b').body.toString().replace('"files"', '"__proto__"'),
      400,
    ],
    ['plain text', 'text/plain', 'x', 415],
  ])('reject %s', async (_, type, body, status) => {
    const answer = await gateway.ask('/admin/uploads', { method: 'POST', body, headers: { 'content-type': type, ...admin } })
    expect([answer.status, answer.body.type]).toEqual([status, 'invalid_data'])
  })

  it.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    '.png',
    'a\0b.png',
    'Ü',
    `${'x'.repeat(500)}.png`,
    '%2e%2e%2fa',
  ])('discard the path in the name %j', async (name) => {
    const { status, body } = await upload([{ name }])
    expect([status, isFileKey(body.files[0].id)]).toEqual([200, true])
    expect(await kept()).toContain(body.files[0].id)
  })

  it('serve nothing but uploaded files', async () => {
    await writeFile(join(folder, 'secret.png'), 'secret')
    await writeFile(join(folder, 'files', 'secret.png'), 'secret')
    for (const path of [
      '',
      '/',
      '/..',
      '/../secret.png',
      '/%2e%2e%2fsecret.png',
      '/..%2fsecret.png',
      '/secret.png',
      '/.',
      '/%00',
    ])
      expect([path, (await gateway.ask(`/static${path}`)).status]).toEqual([path, 404])
    expect((await one('..%2f..%2fsecret.png', 'DELETE')).status).toBe(200)
    expect((await download('/static/secret.png')).status).toBe(404)
    expect(await readdir(folder)).toContain('secret.png')
  })

  it('sent concurrently each get their own file', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => upload([{ name: `n${n}.png`, bytes: `bytes ${n}` }])))
    const texts = await Promise.all(
      answers.map(async ({ body }) => (await download(`/static/${body.files[0].id}`)).bytes.toString()),
    )
    expect(texts).toEqual([0, 1, 2, 3, 4, 5].map((n) => `bytes ${n}`))
  })

  it.each(['none.png', '..%2fa.png', `${'0'.repeat(24)}-a.png`])('return 404 for missing files: %s', async (id) => {
    const { status, body } = await one(id)
    expect([status, body.type, body.message]).toEqual([404, 'not_found', `File with key ${decodeURIComponent(id)} not found`])
  })

  it('return only the selected fields', async () => {
    const { id, url } = (await upload([{}])).body.files[0]
    const shown = async (query: string) => (await one(`${id}?${query}`)).body
    expect(await shown('fields=url')).toEqual({ file: { id, url } })
    expect(await shown('fields=id')).toEqual({ file: { id } })
    expect(await shown('fields=id,url,metadata')).toEqual({ file: { id, url } })
    expect(await shown('fields=-url')).toEqual({ file: { id } })
    expect((await one(`${id}?limit=1`)).status).toBe(400)
    expect((await one(`${id}?fields=%`)).status).toBe(400)
    expect((await one('none.png?fields=id')).status).toBe(404)
  })

  it('reject a body that is not a form like a form without files', async () => {
    for (const body of ['{}', '{"files":[]}', undefined]) {
      const headers = { ...(body && { 'content-type': 'application/json' }), ...admin }
      const answer = await gateway.ask('/admin/uploads', { method: 'POST', ...(body && { body }), headers })
      expect([answer.status, answer.body.message]).toEqual([400, 'No files were uploaded'])
    }
  })

  it('list the allowed methods', async () => {
    const { status, headers } = await gateway.ask('/admin/uploads', { method: 'OPTIONS' })
    expect([status, headers.allow]).toEqual([204, 'POST, OPTIONS'])
    expectErrorShape(await gateway.ask('/admin/uploads', { method: 'PUT', headers: admin }))
  })
})

const presigned = (file: object, own = admin, at = gateway): Promise<Answer> =>
  at.ask('/admin/uploads/presigned-urls', {
    method: 'POST',
    body: JSON.stringify(file),
    headers: { 'content-type': 'application/json', ...own },
  })
const csv = { originalname: 'Products.csv', mime_type: 'text/csv', size: 8 }

describe('a conditional header', () => {
  const asks = (method: string, path: string, headers: Record<string, string>, own = admin) => {
    const { body, headers: ofForm } = form([{}])
    return gateway.ask(path, { method, ...(method === 'POST' && { body }), headers: { ...ofForm, ...own, ...headers } })
  }

  it.each([
    ['POST', '/admin/uploads'],
    ['POST', '/vendor/uploads'],
    ['POST', '/admin/uploads/presigned-urls'],
    ['DELETE', `/admin/uploads/${'0'.repeat(24)}-a.png`],
    ['POST', '/admin/products/import'],
    ['POST', '/admin/products/imports'],
    ['POST', '/vendor/products/import'],
    ['POST', '/vendor/products/export'],
    ['GET', '/vendor/product-exports/pexp_1/file'],
    ['GET', '/admin/product-exports/pexp_1/file'],
    ['GET', '/admin/inventory-item-exports/iexp_1/file'],
    ['GET', '/admin/order-exports/oexp_1/file'],
  ])('is rejected where there is no record to compare with: %s %s', async (method, path) => {
    const before = await kept()
    const own = path.startsWith('/vendor') ? member : admin
    for (const tags of ['"99"', '*', 'x'])
      expect((await asks(method, path, { 'if-match': tags }, own)).body).toMatchObject({
        type: 'invalid_data',
        message: 'If-Match is for one record that has an ETag: this request takes none',
      })
    if (method !== 'GET')
      expect((await asks(method, path, { 'if-none-match': '*' }, own)).body).toMatchObject({
        type: 'invalid_data',
        message: 'If-None-Match is for reads: send If-Match with a change',
      })
    expect((await asks(method, path, { 'if-match': '"99"' }, {})).status).toBe(401)
    expect(await kept()).toEqual(before)
  })

  it('is compared with the ETag of a file, which never changes', async () => {
    const { id } = (await upload([{}])).body.files[0]
    const path = `/admin/uploads/${id}`
    const { etag } = (await one(id)).headers as { etag: string }
    expect([etag, (await one(id)).headers.etag]).toEqual([expect.stringMatching(/^"1-[\w-]+"$/), etag])
    for (const method of ['GET', 'HEAD'])
      expect(await asks(method, path, { 'if-none-match': `"7", W/${etag}` })).toMatchObject({
        status: 304,
        text: '',
        headers: { etag },
      })
    for (const [name, tags, status] of [
      ['if-none-match', '"99"', 200],
      ['if-match', etag, 200],
      ['if-match', '*', 200],
      ['if-match', '"99"', 412],
      ['if-match', 'x', 400],
    ] as const)
      expect([name, tags, (await asks('GET', path, { [name]: tags })).status]).toEqual([name, tags, status])
    await one(id, 'DELETE')
    expect((await asks('GET', path, { 'if-none-match': etag })).status).toBe(404)
  })
})

describe('a presigned URL', () => {
  it('is the upload form when files are stored in a folder', async () => {
    const { status, body } = await presigned({ ...csv, access: 'private' })
    expect([status, body]).toEqual([
      200,
      { ...csv, url: '/admin/uploads', filename: expect.stringMatching(/^[0-9a-f]{24}-products\.csv$/), extension: 'csv' },
    ])
  })

  it.each([
    ['a.txt', 'text/plain', 'plain', /-a\.txt$/],
    ['products.csv', 'application/octet-stream', 'octet-stream', /-products\.csv$/],
    ['a.html', 'text/plain; charset=utf-8', 'plain', /-a\.txt$/],
    ['photo.jpg', 'image/jpeg', 'jpeg', /-photo\.jpeg$/],
  ])('names the subtype of %s as %s, while the type that it is served with decides how its name ends', async (...row) => {
    const [originalname, mime_type, extension, filename] = row
    const { body } = await presigned({ ...csv, originalname, mime_type })
    expect(body).toMatchObject({ mime_type: mime_type.replace('; ', ';'), extension, filename: expect.stringMatching(filename) })
  })

  it.each<[object, number, string | RegExp]>([
    [{ ...csv, mime_type: '' }, 400, 'Invalid file type ""'],
    [{ ...csv, mime_type: 'csv' }, 400, 'Invalid file type "csv"'],
    [{ ...csv, mime_type: 'text/html' }, 400, /^Files of this type are not accepted/],
    [{ ...csv, size: 1024 * 1024 + 1 }, 413, 'A file must not be larger than 1 MiB'],
    [{ ...csv, size: -1 }, 400, "Invalid request: Value for field 'size' too small, expected at least: '0'"],
    [{ mime_type: 'text/csv', size: 8 }, 400, "Invalid request: Field 'originalname' is required"],
    [{ ...csv, access: 'all' }, 400, "Invalid request: Expected: 'public, private' for field 'access', but got: 'all'"],
  ])('is rejected for %j', async (file, status, message) => {
    const answer = await presigned(file)
    expect([answer.status, answer.body.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
  })

  it('is rejected for bodies that are not JSON objects, and for other actors', async () => {
    const at = (body: string, type: string, own = admin) =>
      gateway.ask('/admin/uploads/presigned-urls', { method: 'POST', body, headers: { 'content-type': type, ...own } })
    expect((await at('{', 'application/json')).status).toBe(400)
    expect((await at('[]', 'application/json')).status).toBe(400)
    expect((await at('a=b', 'text/plain')).status).toBe(415)
    expect((await presigned(csv, member)).status).toBe(401)
    expect((await presigned({ ...csv, mime_type: '' })).body).toMatchObject({ code: 'invalid_data', type: 'invalid_data' })
  })
})

it('the Medusa SDK can upload, retrieve and delete files', async () => {
  vi.stubGlobal('FileList', class {}) // exists in browsers
  try {
    const baseUrl = `http://127.0.0.1:${gateway.port}`
    const { admin: own, client } = new Medusa({ baseUrl, auth: { type: 'jwt', jwtTokenStorageMethod: 'memory' } })
    await client.setToken(admin.authorization!.replace('Bearer ', ''))
    const file = new File(['content'], 'a.png', { type: 'image/png' })
    const { files } = await own.upload.create({ files: [file, { name: 'b.png', content: 'text' }] })
    expect(files.map(({ id }: { id: string }) => id.slice(24))).toEqual(['-a.png', '-b.png'])
    expect(await own.upload.retrieve(files[0]!.id)).toEqual({ file: files[0] })
    expect(await own.upload.delete(files[0]!.id)).toEqual({ id: files[0]!.id, object: 'file', deleted: true })
    await expect(own.upload.retrieve(files[0]!.id)).rejects.toMatchObject({ status: 404 })
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('a gateway without file storage', () => {
  it('answers 501, but only to authorized actors', async () => {
    const logged: string[] = []
    const logger = createLogger('gateway', 'error', { output: { write: (line) => void logged.push(line) } })
    const other = await startTestGateway({ logger })
    try {
      const { status, body } = await upload([{}], '/admin/uploads', admin, other)
      expect([status, body.message]).toEqual([501, 'This gateway is not configured to keep files'])
      expect(logged).toEqual([])
      expect((await presigned(csv, admin, other)).status).toBe(501)
      expect((await upload([{}], '/admin/uploads', {}, other)).status).toBe(401)
      expect((await other.ask('/static/a.png')).status).toBe(404)
    } finally {
      await other.stop()
    }
  })
})

describe('files in S3 storage', () => {
  const key = { id: 'AKEXAMPLE', secret: 'secret/of+the=key' }
  const settings = (url: string, more: Record<string, string> = {}) => ({
    S3_BUCKET: 'shop',
    S3_ENDPOINT: url,
    S3_PREFIX: 'souk/',
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
    S3_FILE_URL: 'https://files.shop.example/',
    ...more,
  })

  it('are written, found and deleted there, and served by another host', async () => {
    const storage = await startS3(key)
    const at = await startTestGateway({ env: settings(storage.url) })
    try {
      const { status, body } = await upload([{ bytes: 'first' }], '/vendor/uploads', member, at)
      const { id, url } = body.files[0]
      expect([status, url]).toEqual([200, `https://files.shop.example/souk/${id}`])
      const [[path, object]] = [...storage.objects] as [[string, { bytes: Buffer; headers: object }]]
      expect([path, object.bytes.toString()]).toEqual([`/shop/souk/${id}`, 'first'])
      expect(object.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline' })
      expect((await one(id, 'GET', at)).body).toEqual({ file: { id, url } })
      expect((await at.ask(`/static/${id}`)).status).toBe(404)
      storage.fail(1) // the storage fails once
      for (const _ of [1, 2]) expect((await one(id, 'DELETE', at)).status).toBe(200)
      expect([storage.objects.size, (await one(id, 'GET', at)).status]).toEqual([0, 404])
    } finally {
      await at.stop()
      await storage.stop()
    }
  })

  it('are uploaded directly by clients, with the declared type and size only', async () => {
    const storage = await startS3(key)
    const at = await startTestGateway({ env: settings(storage.url) })
    try {
      const { status, body } = await presigned(csv, admin, at)
      expect([status, body.url]).toEqual([200, expect.stringContaining(`${storage.url}/shop/souk/${body.filename}?`)])
      expect([body.url, new URL(body.url).searchParams.get('X-Amz-Expires')]).toEqual([
        expect.not.stringContaining(key.secret),
        '900',
      ])
      const put = async (bytes: string, type: string, url = body.url) =>
        (await fetch(url, { method: 'PUT', body: new Blob([bytes], { type }) })).status
      expect(await put('a,b\n1,23\n', 'text/csv')).toBe(403)
      expect(await put('a,b\n1,2\n', 'text/html')).toBe(403)
      expect(await put('a,b\n1,2\n', 'text/csv', body.url.replace(body.filename, 'other.csv'))).toBe(403)
      expect((await one(body.filename, 'GET', at)).status).toBe(404)
      expect(await put('a,b\n1,2\n', 'text/csv')).toBe(200)
      const url = `https://files.shop.example/souk/${body.filename}`
      expect((await one(body.filename, 'GET', at)).body).toEqual({ file: { id: body.filename, url } })
    } finally {
      await at.stop()
      await storage.stop()
    }
  })

  it('are written only once their form has arrived, so that a slow storage takes no time from the client', async () => {
    const storage = await startS3(key)
    const at = await startTestGateway({ env: settings(storage.url) })
    try {
      const { status } = await upload([{}, { name: 'a.html', type: 'text/html' }], '/admin/uploads', admin, at)
      expect([status, storage.asked]).toEqual([400, []])
    } finally {
      await at.stop()
      await storage.stop()
    }
  })

  it('are refused with 503 while received forms that wait for the storage take up the memory', async () => {
    const storage = await startS3(key)
    const at = await startTestGateway({ env: settings(storage.url, { UPLOAD_MAX_MB: '1' }) })
    const release = storage.hold()
    try {
      const largest = Array.from({ length: 10 }, () => ({ bytes: Buffer.alloc(1024 * 1024) }))
      const waiting = upload(largest, '/admin/uploads', admin, at)
      await expect.poll(() => storage.asked).toEqual(['PUT'])

      const { status, headers } = await upload([{}], '/vendor/uploads', member, at)
      expect([status, headers['retry-after']]).toEqual([503, '1'])

      release()
      expect((await waiting).status).toBe(200)
      expect((await upload([{}], '/vendor/uploads', member, at)).status).toBe(200)
    } finally {
      release()
      await at.stop()
      await storage.stop()
    }
  })

  it('answer 503 and leave nothing behind when one of them cannot be written', async () => {
    const storage = await startS3(key)
    const at = await startTestGateway({ env: settings(storage.url, { S3_SECRET_ACCESS_KEY: 'another' }) })
    try {
      const { status, headers, text } = await upload([{}], '/admin/uploads', admin, at)
      expect([status, headers['retry-after'], storage.objects.size]).toEqual([503, '1', 0])
      expect(text).not.toMatch(/another|Signature|AKEXAMPLE/)
    } finally {
      await at.stop()
      await storage.stop()
    }
  })

  it.each([
    [{ S3_BUCKET: 'a' }, 'S3_ACCESS_KEY_ID'],
    [{ ...settings('http://storage.example') }, 'S3_ENDPOINT'],
    [{ ...settings('https://storage.example'), FILES_FOLDER: '/tmp' }, 'FILES_FOLDER'],
    [{ ...settings('https://storage.example'), S3_PREFIX: '../' }, 'S3_PREFIX'],
    [{ UPLOAD_MAX_MB: '0' }, 'UPLOAD_MAX_MB'],
  ])('need a complete configuration: %#', (env, name) => {
    const { error } = GatewayConfig.safeParse(env)
    expect(error?.issues.map(({ path }) => path[0])).toContain(name)
    expect(error?.message).not.toContain(key.secret)
  })
})

it.each([
  ['a.png', 'image/png', 'image/png'],
  ['a.html', 'image/png', 'image/png'],
  ['a.JPG', 'text/plain', 'image/jpeg'],
  ['a.webp', 'application/octet-stream', 'image/webp'],
  ['a.md', 'text/plain', 'text/plain'],
  ['a.html', 'text/plain', 'text/plain'],
  ['a.exe', 'application/octet-stream', undefined],
  ['a.png', 'text/html', undefined],
  ['a.svg', 'image/svg+xml', undefined],
  ['', 'constructor', undefined],
])('recognizes %j sent as %s as %s', (name, declared, type) => {
  expect(fileTypeOf(name, declared)).toBe(type)
})

it('creates a new key every time', () => {
  expect(newFileKey('a b.png', 'image/png')).not.toBe(newFileKey('a b.png', 'image/png'))
  expect(newFileKey('', 'image/png', 'f'.repeat(24))).toBe(`${'f'.repeat(24)}-file.png`)
})
