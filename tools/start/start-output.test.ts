import { afterEach, describe, expect, it, vi } from 'vitest'
import { assertOwnSecrets } from './assert-own-secrets.ts'
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

it('does not offer --fresh if the data is in a server of one’s own', () => {
  expect(warnings(dev, { MONGODB_URL: 'mongodb://127.0.0.1' })[1]).toBe(
    'To make all accounts anew, drop the databases souk_* of MONGODB_URL',
  )
})

describe('if all accounts refused their passwords', () => {
  const refused = Object.fromEntries(
    ['admin', 'seller', 'foreign_seller', 'customer'].map((name) => [name, account(name, voidToken(name))]),
  ) as unknown as DevJson
  const home = '/home'

  it('a start with the data of a server of one’s own fails, and names the secrets', () => {
    const env = { MONGODB_URL: 'mongodb://127.0.0.1' }
    expect(() => assertOwnSecrets(refused, { home, env })).toThrow('/home/secrets.json')
    expect(() => assertOwnSecrets({ ...refused, admin: dev.admin }, { home, env })).not.toThrow()
  })

  it('a start with data of its own only warns', () => {
    expect(() => assertOwnSecrets(refused, { home, env: {} })).not.toThrow()
  })
})

it('says nothing if all log-ins succeeded', () => {
  expect(warnings({ ...dev, seller: dev.admin, customer: dev.admin } as DevJson)).toEqual([''])
})
