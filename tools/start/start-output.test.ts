import { afterEach, expect, it, vi } from 'vitest'
import { type DevJson, voidToken } from './dev-json.ts'
import { createOutput } from './start-output.ts'

afterEach(() => void vi.restoreAllMocks())

const account = (email: string, token = 'token') => ({ email, token })
const dev = {
  admin: account('admin@souk.example'),
  seller: account('seller@souk.example', voidToken('seller@souk.example')),
  foreign_seller: account('other-seller@souk.example'),
  customer: account('customer@souk.example', voidToken('customer@souk.example')),
} as DevJson

/** The lines on standard error of a start that is ready. */
function warnings(ready: DevJson, env: NodeJS.ProcessEnv = {}) {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  createOutput({ home: '/home', env, detached: true, json: false, quiet: true }).ready(ready, 1)
  return said.mock.calls.flat().join('\n').split('\n')
}

it('names the accounts that refused their passwords, even if it should be quiet', () => {
  expect(warnings(dev)).toEqual([
    'Warning: seller@souk.example, customer@souk.example: changed or deleted, so the log-in was refused and the token is void.',
    expect.stringContaining('--fresh'),
  ])
})

it('names another cause if the data is in a server of one’s own', () => {
  expect(warnings(dev, { MONGODB_URL: 'mongodb://127.0.0.1' })[1]).toContain('/home/secrets.json')
})

it('says nothing if all log-ins succeeded', () => {
  expect(warnings({ ...dev, seller: dev.admin, customer: dev.admin } as DevJson)).toEqual([''])
})
