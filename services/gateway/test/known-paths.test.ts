import type { Operation } from '@souk/contracts'
import { expect, it } from 'vitest'
import { createKnownPaths } from '../src/requests/known-paths.ts'

const paths = createKnownPaths(
  [
    ['GET', '/admin/products'],
    ['POST', '/admin/products/batch'],
    ['GET', '/admin/products/:id'],
    ['DELETE', '/admin/products/:id'],
    [undefined, undefined],
  ].map(([method, path]) => ({ method, path }) as Operation),
)

it.each([
  ['/admin/products', 'GET, HEAD, OPTIONS'],
  ['/admin/products?limit=1', 'GET, HEAD, OPTIONS'],
  ['/admin/products/prod_1', 'GET, DELETE, HEAD, OPTIONS'],
  ['/admin/products/batch', 'POST, OPTIONS'],
  ['/admin/products/', 'GET, HEAD, OPTIONS'],
  ['/admin/products/batch/?a=1', 'POST, OPTIONS'],
  ['/admin/products//', undefined],
  ['/admin/products/prod_1/more', undefined],
  ['/admin', undefined],
])('knows the methods of %s', (url, allowed) => expect(paths.allowed(url)).toBe(allowed))

it('lists the methods that the router would match to another path', () => {
  expect(paths.takenByOthers('/admin/products/batch')).toEqual(['GET', 'DELETE', 'HEAD'])
  expect(paths.takenByOthers('/admin/products/:id')).toEqual([])
})
