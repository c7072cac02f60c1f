import { stripVTControlCharacters as plain } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { DevJson } from './dev-json.ts'
import { buildExamples } from './examples.ts'
import { sampleFacts } from './sample-facts.ts'
import { renderScreen } from './screen.ts'
import { newSecrets } from './secrets.ts'

const secrets = newSecrets()
const facts = sampleFacts()
const ids = { ...facts.seller, price_list_id: 'plist_01SEED00000000000000000001' }
const account = (email: string) => ({ email, password: secrets.admin_password, token: 'token' })
const dev = {
  base_url: 'http://127.0.0.1:9000',
  pid: 4711,
  publishable_key: secrets.publishable_key,
  admin: account('admin@souk.example'),
  seller: account('seller@souk.example'),
  customer: account('customer@souk.example'),
  examples: buildExamples({ ...facts, seller: ids }, { adminToken: 'a', sellerToken: 's', publishable_key: 'p' }),
} as unknown as DevJson
const options = { home: '/souk/.souk', from: '/souk', seconds: 6.71, stop: 'Ctrl-C', logs: 'here', files: true }

describe('the screen at the end of a start', () => {
  it('fits 80 columns and 24 rows, with room to type', () => {
    const lines = plain(renderScreen(dev, options)).split('\n')

    const rows = lines.map(({ length }) => Math.max(1, Math.ceil(length / 80))).reduce((sum, count) => sum + count)
    expect(rows).toBeLessThan(24)
    expect(lines.filter(({ length }) => length > 80).every((line) => line.includes(' && '))).toBe(true)
  })

  it('shows the duration, all addresses, how to stop it, and a command for each example', () => {
    const text = plain(renderScreen(dev, options))

    expect(text).toMatch(/^Souk is ready after 6\.7 s\.$/m)
    for (const part of ['http://127.0.0.1:9000', secrets.publishable_key, secrets.admin_password, '.souk/data', 'Ctrl-C'])
      expect(text).toContain(part)
    expect(text.match(/^curl -K \.souk\/try\/.*$/gm)).toEqual([
      'curl -K .souk/try/create-price-list-price',
      'curl -K .souk/try/remove-gift-card.before && curl -K .souk/try/remove-gift-card',
      'curl -K .souk/try/add-order-edit-shipping-method.before && curl -K .souk/try/add-order-edit-shipping-method',
      'curl -K .souk/try/get-member',
      'curl -K .souk/try/list-customer-orders',
    ])
  })

  it('shows whole paths when started elsewhere, quoted for the shell', () => {
    const text = plain(renderScreen(dev, { ...options, home: "/some one's", from: '/elsewhere' }))

    expect(text).toContain("curl -K '/some one'\\''s/try/get-member'")
  })

  it('shows the process id of an instance that is already running', () => {
    expect(plain(renderScreen(dev, { ...options, seconds: undefined }))).toContain('Souk runs already (process 4711).')
  })
})
