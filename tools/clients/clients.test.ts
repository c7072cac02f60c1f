import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations, toOpenApi } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../start/config.ts'
import { findChromium } from './find-chromium.ts'
import { offersOf } from './offers.ts'
import { readOptions } from './options.ts'
import { problemsOf } from './problems.ts'
import { renderReport } from './report.ts'
import { problemsOfLogIn } from './sdk-log-ins.ts'
import { serveClient } from './serve-client.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-clients-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const offers = offersOf({
  paths: { '/admin/orders': { get: {} }, '/admin/orders/{id}': { get: {} }, '/auth/session': { post: {} } },
})
const fine = { requests: [], exceptions: [], console_errors: [], shows: ['Orders', '#6'], text: 'ORDERS\n #6', broken: null }
const asked = (status: number | null, method: string, path: string, query = '') => ({ method, path, query, status })

describe('the requests that docs/clients.md lists as unavailable to the dashboard', () => {
  it('are not offered', async () => {
    const document = await readFile(join(ROOT, 'docs', 'clients.md'), 'utf8')
    const [, section = ''] = document.split(/^## .*in vain.*$/m)
    const listed = section.split('\n').flatMap((row) => {
      const [, first = ''] = row.split('|')
      const [, method = 'GET'] = /`([A-Z]+) /.exec(first) ?? []
      return [...first.matchAll(/`(?:[A-Z]+ )?(\/[^`?]+)/g)].map(([, path]) => [method, path!] as const)
    })
    const { paths } = toOpenApi(operations, '0') as Parameters<typeof offersOf>[0]
    const isOffered = offersOf({ paths })

    expect(listed.length).toBeGreaterThan(1)
    expect(isOffered('GET', '/admin/orders/:id')).toBe(true)
    expect(listed.filter(([method, path]) => isOffered(method, path))).toEqual([])
  })
})

describe('a page', () => {
  it('works when it shows what it must, even if it requests unsupported routes', () => {
    const requests = [
      asked(200, 'GET', '/admin/orders'),
      asked(404, 'GET', '/admin/plugins'),
      asked(404, 'DELETE', '/auth/session'),
    ]

    expect(problemsOf({ ...fine, requests }, offers)).toEqual([])
  })

  it('works when it requests a record once more after deleting it', () => {
    const deleted = asked(200, 'DELETE', '/admin/orders/order_1')
    const requests = [deleted, asked(404, 'GET', '/admin/orders/order_1')]

    expect(problemsOf({ ...fine, requests }, offers)).toEqual([])
    expect(problemsOf({ ...fine, requests: [...requests, asked(404, 'GET', '/admin/orders/order_2')] }, offers)).toHaveLength(1)
    expect(problemsOf({ ...fine, requests, exceptions: ['wf: Order not found'] }, offers)).toEqual([])
    expect(problemsOf({ ...fine, requests, exceptions: ['TypeError: x'] }, offers)).toHaveLength(1)
    expect(problemsOf({ ...fine, exceptions: ['wf: Order not found'] }, offers)).toHaveLength(1)
  })

  it.each([
    ['a 404 for a record', { requests: [asked(404, 'GET', '/admin/orders/order_1')] }, '404 GET /admin/orders/order_1'],
    ['a rejected request', { requests: [asked(400, 'GET', '/admin/orders', 'x=1')] }, '400 GET /admin/orders?x=1'],
    [
      'a server error at a route that is not offered',
      { requests: [asked(500, 'GET', '/admin/plugins')] },
      '500 GET /admin/plugins',
    ],
    [
      'a request without an answer',
      { requests: [{ ...asked(null, 'GET', '/admin/plugins'), failure: 'net::ERR_FAILED' }] },
      'net::ERR_FAILED GET /admin/plugins',
    ],
    ['an exception', { exceptions: ['TypeError: x'] }, 'exception: TypeError: x'],
    [
      'an error page',
      { text: 'Orders #6 404 - There is no page\n at this address' },
      'shows "404 - There is no page at this address"',
    ],
    ['a missing text', { text: 'Orders' }, 'does not show "#6"'],
    ['a page that fails to load', { broken: 'time-out' }, 'cannot be used: time-out'],
  ])('does not work after %s', (_what, difference, sentence) => {
    expect(problemsOf({ ...fine, ...difference }, offers)).toEqual([sentence])
  })
})

describe('a log-in', () => {
  const told = { before: 200, refreshed: true, after_refresh: 200, stored: { cookies: '', tokens: [] }, after_log_out: 401 }
  const session = { type: 'session', reads: '/admin/users/me' } as const

  it('works when it ends properly and leaves nothing that scripts can read', () => {
    expect(problemsOfLogIn(session, told)).toEqual([])
    expect(problemsOfLogIn({ ...session, type: 'jwt' }, { ...told, stored: { cookies: '', tokens: ['token'] } })).toEqual([])
  })

  it.each([
    ['nothing can be read after it', { before: 401 }],
    ['refreshing returns no token', { refreshed: false }],
    ['refreshing ends the session', { after_refresh: 401 }],
    ['scripts can read the cookie', { stored: { cookies: 'sid=secret', tokens: [] } }],
    ['scripts can read a token', { stored: { cookies: '', tokens: ['token'] } }],
    ['the session survives the logout', { after_log_out: 200 }],
  ])('does not work when %s', (_what, difference) => {
    const [problem, ...others] = problemsOfLogIn(session, { ...told, ...difference })

    expect(problem).toBeTypeOf('string')
    expect(problem).not.toContain('secret')
    expect(others).toEqual([])
    expect(problemsOfLogIn(session, 'TypeError: Failed to fetch')).toEqual(['TypeError: Failed to fetch'])
  })
})

it('reports each page with its requests, and the unsupported routes that were requested', () => {
  const requests = [
    asked(200, 'GET', '/admin/orders'),
    asked(404, 'GET', '/admin/orders/order_01SEED00000000000000000001/changes'),
  ]
  const page = { ...fine, requests, name: 'orders', path: '/orders', is_promised: true, ended_at: '/app/orders', problems: ['x'] }
  const report = renderReport([page], [{ name: 'jwt log-in of a user', problems: [] }], offers)

  expect(report).toContain('| /orders | 2 | 0 | 1 | 0 | 0 | **no** |')
  expect(report).toContain('| jwt log-in of a user | yes |')
  expect(report).toContain('- 404 GET /admin/orders/:id/changes')
})

it('finds the installed Chromium, or explains how to get it', async () => {
  const program = join(folder, 'google-chrome')
  await writeFile(program, '')
  await chmod(program, 0o755)

  expect(await findChromium({ PATH: `/nowhere:${folder}` }, [])).toBe(program)
  expect(await findChromium({ PATH: '' }, [program])).toBe(program)
  expect(await findChromium({ CHROMIUM_PATH: program, PATH: '' }, [])).toBe(program)
  await expect(findChromium({ PATH: '' }, [])).rejects.toThrow(/No Chromium .* apt-get install chromium.*CHROMIUM_PATH/)
  await expect(findChromium({ CHROMIUM_PATH: '/nowhere', PATH: folder }, [])).rejects.toThrow(/CHROMIUM_PATH=\/nowhere must be/)
})

it('serves a client: its files, and its page for all of its paths, with the address of the API in them', async () => {
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<p>http://backend.invalid</p>')
  await writeFile(join(folder, 'assets', 'app.js'), 'fetch("http://backend.invalid/x")')
  const { url, close } = await serveClient({ folder, base: '/app', replace: { 'http://backend.invalid': 'http://127.0.0.1:9' } })
  const get = async (path: string) => {
    const response = await fetch(new URL(path, url))
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  try {
    expect(await get('/app/assets/app.js')).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      text: 'fetch("http://127.0.0.1:9/x")',
    })
    for (const path of ['/app', '/app/orders/order_1', '/app/..%2f..%2f..%2fetc%2fpasswd'])
      expect(await get(path)).toMatchObject({ status: 200, text: '<p>http://127.0.0.1:9</p>' })
    expect((await get('/admin/orders')).status).toBe(404)
    expect((await get('/app/%')).status).toBe(404)
  } finally {
    close()
  }
})

it('parses its arguments, and rejects unknown ones by name', () => {
  expect(readOptions(['--only', 'orders', '--try=/products,/customers'], ['orders'])).toEqual({
    only: ['orders'],
    paths: ['/products', '/customers'],
  })
  expect(() => readOptions(['--only', 'shop'], ['orders'])).toThrow(/--only shop must be among orders/)
  expect(() => readOptions(['--pages', 'orders'], ['orders'])).toThrow(/unknown argument.*--pages/)
  expect(() => readOptions(['--try', 'products'], ['orders'])).toThrow(/--try products must be paths/)
})
