import { expect, it } from 'vitest'
import { SellersConfig } from '../src/config.ts'

const read = (env: Record<string, string>) => SellersConfig.safeParse({ AUTH_SIGNING_KEY: '{}', ...env })

it('no token outlives its revocation in the access bucket', () => {
  expect(read({})).toMatchObject({ success: true, data: { ACCESS_MAX_AGE_DAYS: 30, TOKEN_TTL_S: 86_400 } })
  expect(read({ ACCESS_MAX_AGE_DAYS: '2' }).success).toBe(true)
  expect(read({ ACCESS_MAX_AGE_DAYS: '60', TOKEN_TTL_S: String(30 * 86_400) }).success).toBe(true)

  const { error } = read({ TOKEN_TTL_S: String(16 * 86_400) })
  expect(error?.issues).toMatchObject([{ path: ['ACCESS_MAX_AGE_DAYS'], message: expect.stringContaining('twice TOKEN_TTL_S') }])
})

it('the e-mail of the first administrator needs a password', () => {
  expect(read({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'long enough' }).success).toBe(true)

  const { error } = read({ ADMIN_EMAIL: 'boss@example.com' })
  expect(error?.issues).toMatchObject([{ path: ['ADMIN_PASSWORD'], message: 'is needed with ADMIN_EMAIL' }])
})
