import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { metricsUrl } from '../src/observability/metrics.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:9464/metrics'],
  ['cart-1.internal', 'http://cart-1.internal:9464/metrics'],
  ['::1', 'http://[::1]:9464/metrics'],
  ['0.0.0.0', `http://${hostname()}:9464/metrics`],
  ['::', `http://${hostname()}:9464/metrics`],
])('the metrics of a process that listens on %s are at %s', (host, url) => {
  expect(metricsUrl(host, 9464)).toBe(url)
})
