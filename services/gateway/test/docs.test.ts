import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasETag, operations } from '@souk/contracts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILE_ROUTES } from '../src/files/file-routes.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'

type Json = Record<string, unknown>
let gateway: TestGateway
let document: Json
/** All routes that the gateway registers with Fastify. */
const routes: Pick<RouteOptions, 'method' | 'url'>[] = []
/** Routes for browsers and operators, described in docs/access.md, docs/containers.md and docs/metrics.md. */
const EXPLAINED = [
  /^\/$/, // links to the reference
  /^\/openapi\.json$|^\/docs(\/.*)?$/, // the reference itself
  /^\/health(\/\w+)?$/, // for orchestrators
  /^\/ops(\/.*)?$/, // for administrators' monitoring
  /^\/\.well-known\/jwks\.json$/, // for other programs that verify our tokens
]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-docs-'))
  const note = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.refuses) routes.push({ method, url })
    })
  subscribe('fastify.initialization', note)
  gateway = await startTestGateway({ env: { FILES_FOLDER: folder } })
  unsubscribe('fastify.initialization', note)
  document = (await gateway.ask('/openapi.json')).body
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

/** Every value of the document with the keys that lead to it. */
function* walk(value: unknown, path: string[] = []): Generator<[string[], unknown]> {
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key])
}
const resolve = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)

const resolveIn = (at: unknown, ...keys: string[]) => keys.reduce<unknown>((value, key) => (value as Json)[key], at)

describe('/openapi.json', () => {
  it('refers to every record by a name of ours', () => {
    const named = [...walk(document)].filter(([path]) => path.at(-1) === '$ref').map(([, reference]) => reference as string)
    const records = named.filter((reference) => reference.startsWith('#/components/schemas/'))

    expect(records.length).toBeGreaterThan(1000)
    expect(records.filter((reference) => !/\/[A-Z][A-Za-z]+$/.test(reference))).toEqual([])
  })

  it('is an OpenAPI 3.1 document', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: { title: expect.any(String), version: expect.any(String) },
      paths: expect.any(Object),
    })
    expect(
      Object.keys(document).filter(
        (key) =>
          ![
            'openapi',
            'info',
            'jsonSchemaDialect',
            'servers',
            'paths',
            'webhooks',
            'components',
            'security',
            'tags',
            'externalDocs',
          ].includes(key),
      ),
    ).toEqual([])
  })

  it('contains every operation with a path, and nothing else', () => {
    const documented = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    )
    const own = FILE_ROUTES.map((route) => ({ ...route, service: 'gateway' }))
    const declared = [...operations.filter(({ path }) => path !== undefined), ...own].map(
      ({ method, path, service, name }) => `${method} ${path?.replace(/:(\w+)/g, '{$1}')} ${service}.${name}`,
    )

    expect(documented.sort()).toEqual(declared.sort())
    expect(new Set(documented.map((line) => line.split(' ')[2])).size).toBe(documented.length)
  })

  it('contains every registered route, except those documented elsewhere', () => {
    const paths = document.paths as Record<string, Json>
    const isDocumented = (method: string, url: string) =>
      method.toLowerCase() in (paths[url.replace(/:(\w+)/g, '{$1}')] ?? {}) || EXPLAINED.some((explained) => explained.test(url))
    const missing = routes.flatMap(({ method, url }) =>
      [method].flat().flatMap((one) => (['HEAD', 'OPTIONS'].includes(one) || isDocumented(one, url) ? [] : [`${one} ${url}`])),
    )

    expect(missing).toEqual([])
    expect(routes.map(({ url }) => url)).toEqual(expect.arrayContaining(['/static/:key', '/ops', '/admin/uploads/:id']))
    expect(EXPLAINED.filter((explained) => !routes.some(({ url }) => explained.test(url)))).toEqual([])
  })

  it('contains no dangling references', () => {
    const references = [...walk(document)].filter(([path]) => path.at(-1) === '$ref').map(([, value]) => value as string)

    expect(references.length).toBeGreaterThan(10)
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\/components\/[a-zA-Z]+\/[A-Za-z0-9._-]+$/)
      expect({ reference, target: typeof resolve(reference) }).toEqual({ reference, target: 'object' })
    }
  })

  it('declares each path parameter once, and only existing security schemes', () => {
    const schemes = Object.keys((document.components as Json).securitySchemes as Json)
    for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
      for (const operation of Object.values(methods)) {
        const parameters = operation.parameters as { name: string; in: string; required: boolean; schema: Json }[]
        const inPath = parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => name).sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort())
        expect(inPath.every(({ required }) => required)).toBe(true)
        expect(new Set(parameters.map(({ name, in: where }) => `${where} ${name}`)).size).toBe(parameters.length)
        expect(parameters.every(({ schema }) => typeof schema === 'object')).toBe(true)
        expect(Object.keys(operation.responses as Json)).toEqual(
          expect.arrayContaining(['400', '404', '408', '429', '500', '503', '504']),
        )
        expect(Object.keys(operation.responses as Json).every((status) => /^(?:20[012]|304|[45]\d\d)$/.test(status))).toBe(true)
        for (const requirement of operation.security as Json[])
          expect(schemes).toEqual(expect.arrayContaining(Object.keys(requirement)))
      }
    }
  })

  it('requires a customer token where guests are rejected', () => {
    const { get } = (document.paths as Record<string, Record<string, Json>>)['/store/customers/me']!
    expect(get!.security).toEqual([
      { publishableKey: [], bearer: [] },
      { publishableKey: [], session: [] },
    ])
  })

  it('marks no fields of selectable records as required, but all fields around them', () => {
    const { get } = (document.paths as Record<string, Record<string, Json>>)['/vendor/customers/{id}/orders']!
    const answer = resolveIn(get!, 'responses', '200', 'content', 'application/json', 'schema') as Json

    // A field itself may be called "required".
    const requirements = [...walk(document.components)].filter(
      ([path, value]) => path.at(-1) === 'required' && Array.isArray(value),
    )
    expect(requirements.filter(([path]) => path[1] !== 'Error')).toEqual([])
    expect([...walk(answer)].filter(([path]) => path.at(-1) === 'required').map(([path]) => path)).toEqual([['required']])
    expect(answer.required).toEqual(['orders', 'count', 'offset', 'limit'])
  })

  it('documents all selectable fields of a list, and the default fields', () => {
    const { get } = (document.paths as Record<string, Record<string, Json>>)['/vendor/customers/{id}/orders']!
    const orders = resolveIn(get!, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'orders')

    expect(orders).toEqual({ type: 'array', items: { $ref: '#/components/schemas/SoldOrder' } })
    expect(get!.description).toContain('Without `fields`, each shows `id`, `version`, ')
  })

  it('documents the formats of dates, rules and If-Match', () => {
    const paths = document.paths as Record<string, Record<string, Json>>
    const text = JSON.stringify(paths['/vendor/price-lists']!.post)
    const ifMatchOf = (operation: Json) =>
      (operation.parameters as { name: string; schema: { pattern: string } }[]).find(({ name }) => name === 'If-Match')
    const ifMatch = ifMatchOf(paths['/store/carts/{id}/gift-cards']!.post!)

    expect(ifMatchOf(paths['/vendor/price-lists']!.post!)).toBeUndefined()
    expect(text).toContain('"anyOf":[{"format":"date-time"},{"format":"date"}]')
    expect(text).toContain('"additionalProperties":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}')
    for (const tag of ['*', '"3"', '"3-AbC_d-9"', 'W/"3"', '"3", "4-x"']) expect(tag).toMatch(new RegExp(ifMatch!.schema.pattern))
    for (const tag of ['', '3', '"a"', '"3-"', '"3" "4"']) expect(tag).not.toMatch(new RegExp(ifMatch!.schema.pattern))
  })

  it('has a title, license, server and introduction', () => {
    expect(document).toMatchObject({
      info: { title: 'Souk API', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
    })
    const { description } = document.info as { description: string }
    for (const title of ['Log-in', 'Errors', 'Lists', 'Fields', 'Repeating a request', 'Revisions', 'Limits'])
      expect(description).toMatch(new RegExp(`^## ${title}`, 'm'))
  })

  it('describes every tag, parameter and header', () => {
    const tags = document.tags as { name: string; description: string }[]
    const used = [...walk(document.paths)]
      .filter(([path]) => path.length === 3 && path.at(-1) === 'tags')
      .flatMap(([, value]) => value as string[])
    expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)))

    const parameters = [...walk(document.paths)]
      .filter(([path]) => path.at(-2) === 'parameters')
      .map(([path, value]) => ({ path, description: (value as { description?: string }).description }))
    const headers = Object.entries((document.components as Json).headers as Record<string, { description?: string }>)
    for (const { path, description } of [...parameters, ...headers.map(([path, header]) => ({ path, ...header }))])
      expect({ path, description }).toEqual({ path, description: expect.stringMatching(/./) })
    for (const { description } of tags) expect(description).toMatch(/./)
  })

  it('has an example of every required part of a request', () => {
    for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
      for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
        const wanted = (parameters as { name: string; required: boolean; example?: unknown }[]).filter(({ required }) => required)
        const bodies = requestBody ? [Object.values(resolveIn(requestBody, 'content') as Json)[0] as { example?: unknown }] : []
        for (const one of [...wanted, ...bodies]) expect({ method, path, one }).toHaveProperty('one.example')
      }
  })

  it('lets responses grow: none of their schemas forbids additional fields', () => {
    const answers = [...walk(document.paths)].filter(([path]) => path.includes('responses'))
    for (const [path, value] of [...answers, ...walk(resolveIn(document, 'components', 'schemas'))])
      expect({ path, closed: path.at(-1) === 'additionalProperties' && value === false }).toEqual({ path, closed: false })
  })

  it('documents the headers of each response, with ETag where there is one', () => {
    for (const operation of operations.filter(({ path }) => path !== undefined)) {
      const { path, method, status } = operation
      const at = resolveIn(document, 'paths', path!.replace(/:(\w+)/g, '{$1}'), method!.toLowerCase(), 'responses') as Json
      const headers = Object.keys(resolveIn(at, String(status), 'headers') as Json)
      expect({ path, method, headers: headers.includes('ETag') }).toEqual({ path, method, headers: hasETag(operation) })
      expect(headers).toEqual(expect.arrayContaining(['Request-Id', 'X-RateLimit-Limit']))
      expect({ path, method, unchanged: '304' in at }).toEqual({
        path,
        method,
        unchanged: hasETag(operation) && method === 'GET',
      })
    }
  })

  it('reveals no internals: no subjects, databases or internal fields', () => {
    expect(JSON.stringify(document)).not.toMatch(/recent_ops|mongodb|nats:|find-api-key|"outbox/)
  })
})

describe('the reference page', () => {
  it('and all its files are served by the gateway', async () => {
    const page = await gateway.ask('/docs')
    expect({ status: page.status, type: page.headers['content-type'] }).toEqual({
      status: 200,
      type: expect.stringContaining('text/html'),
    })
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)

    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(file).not.toMatch(/^(?:https?:)?\/\//)
      const answer = await gateway.ask(new URL(file, 'http://gateway/docs').pathname)
      expect({ file, status: answer.status }).toEqual({ file, status: 200 })
      if (file.includes('initializer')) expect(answer.text.replace(/^\s*\/\/.*$/gm, '')).not.toMatch(/https?:\/\//)
    }
    expect(page.text).not.toMatch(/https?:\/\//)
  })

  it('lets a browser load nothing from other origins', async () => {
    const { headers } = await gateway.ask('/docs')

    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*|unsafe-eval/)
  })

  it('has no inline scripts, which the policy would block', async () => {
    expect((await gateway.ask('/docs')).text).not.toMatch(/<script(?![^>]*\ssrc=)/)
  })

  it('has our own name and icon, and shows schemas collapsed', async () => {
    const { text } = await gateway.ask('/docs')
    const initializer = (await gateway.ask('/docs/static/swagger-initializer.js')).text

    expect(text).toContain('<title>Souk API</title>')
    expect(text).toContain('theme/souk.css')
    expect(text).toMatch(/rel="icon" type="image\/svg\+xml"/)
    expect(initializer).toContain('"layout":"BaseLayout"')
    expect(initializer).toContain('"defaultModelsExpandDepth":0')
    expect(await gateway.ask('/docs/static/theme/favicon.svg')).toMatchObject({
      status: 200,
      text: expect.stringContaining('Souk'),
    })
  })

  it('does not use an external validator', async () => {
    expect((await gateway.ask('/docs/static/swagger-initializer.js')).text).toContain('"validatorUrl":null')
  })
})

describe('the document and the start page', () => {
  it.each(['/docs/json', '/docs/yaml'])('is available at %s too', async (path) => {
    const [copy, document] = [await gateway.ask(path), await gateway.ask('/openapi.json')]

    expect({ status: copy.status, type: copy.headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    })
    expect(copy.text).toBe(document.text)
  })

  it('links to the reference', async () => {
    expect((await gateway.ask('/')).body).toMatchObject({
      name: 'Souk',
      docs: '/docs',
      openapi: '/openapi.json',
      health: '/health/ready',
    })
    const page = await gateway.ask('/', { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(page.headers['content-type']).toContain('text/html')
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!)
    expect(links.length).toBeGreaterThan(3)
    for (const path of links) {
      const expected = path === '/health/ready' ? [503] : [200, 302] // no services are running
      expect(expected, path).toContain((await gateway.ask(path)).status)
    }
    expect(page.text).toContain('href="/docs"')
    expect(page.text).toMatch(/<html lang="en">[\s\S]*<title>Souk API<\/title>[\s\S]*<main>[\s\S]*<h1>/)
    expect(page.text).toContain(`${gateway.url}/auth/user/emailpass`)
    expect(page.text.replace(gateway.url, '').replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
  })

  it('is never cached, because it contains the host name sent by the client', async () => {
    const page = await gateway.ask('/', { headers: { accept: 'text/html', host: 'other.example' } })

    expect(page.text).toContain('http://other.example/')
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('escapes the host name in the page', async () => {
    const page = await gateway.ask('/', { headers: { accept: 'text/html', host: 'a"><script>alert(1)</script>' } })

    expect(page.text).not.toContain('<script')
  })
})
