import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromBase32 } from '../../services/sellers/src/domain/mfa/base32.ts'
import { codeOf, stepAt } from '../../services/sellers/src/domain/mfa/totp.ts'
import { medusaOf } from './medusa.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const PASSWORD = 'correct horse'
/** Codes are taken once: each of these is a later one. @param steps from now */
const codeFor = (secret: string, steps: number) => codeOf(fromBase32(secret), stepAt(Date.now()) + steps)

/** A customer, logged in with the SDK, and what another log-in needs. */
async function aCustomer() {
  const email = `second-factor-${Date.now()}@example.com`
  const medusa = medusaOf(system)
  await medusa.auth.register('customer', 'emailpass', { email, password: PASSWORD })
  await medusa.store.customer.create({ email })
  const logIn = (client = medusaOf(system)) => client.auth.login('customer', 'emailpass', { email, password: PASSWORD })
  await logIn(medusa)
  return { medusa, logIn }
}

it("the SDK of Medusa sets up a second factor, logs in with it and disables it, as the dashboard's profile does", async () => {
  const { medusa, logIn } = await aCustomer()
  const { mfa } = medusa.auth
  expect(await mfa.list()).toEqual({ mfa_factors: [] })
  const { mfa_factor, secret = '' } = await mfa.start({ provider: 'totp', label: 'Authenticator app' })
  const { id } = mfa_factor
  await expect(mfa.verify(id, { code: 'abcdef' })).rejects.toMatchObject({ status: 400, message: 'Invalid MFA code' })
  expect(await mfa.verify(id, { code: codeFor(secret, -1) })).toMatchObject({ mfa_factor: { id, status: 'enabled' } })
  const { recovery_codes } = await mfa.generateRecoveryCodes()
  expect(recovery_codes).toHaveLength(10)

  const other = medusaOf(system)
  const first = await logIn(other)
  if (typeof first === 'string' || !('mfa_challenge' in first)) return expect.fail('no challenge')
  expect(first.mfa_challenge.methods).toEqual(['totp', 'recovery_code'])
  await expect(other.store.customer.retrieve()).rejects.toMatchObject({ status: 401 })
  await other.auth.mfa.verifyChallenge(first.mfa_challenge.id, { method: 'totp', code: codeFor(secret, 0) })
  expect((await other.store.customer.retrieve()).customer.id).toMatch(/^cus_/)

  const second = await logIn(medusaOf(system))
  if (typeof second === 'string' || !('mfa_challenge' in second)) return expect.fail('no challenge')
  const recovery = { method: 'recovery_code', code: recovery_codes[0]! }
  expect(await other.auth.mfa.verifyChallenge(second.mfa_challenge.id, recovery)).toMatch(/^ey/)

  await expect(mfa.disable(id)).rejects.toMatchObject({ message: 'MFA verification code is required to disable MFA' })
  const code = { method: 'totp', code: codeFor(secret, 1) }
  expect(await mfa.disable(id, code)).toMatchObject({ mfa_factor: { id, status: 'disabled' } })
  expect(await mfa.list()).toEqual({ mfa_factors: [] })
  expect(await logIn()).toMatch(/^ey/)
})

it('the token of a log-in without its second factor opens nothing', async () => {
  const { medusa, logIn } = await aCustomer()
  const { mfa_factor, secret = '' } = await medusa.auth.mfa.start({ provider: 'totp' })
  await medusa.auth.mfa.verify(mfa_factor.id, { code: codeFor(secret, 0) })
  const answer = await logIn()
  if (typeof answer === 'string' || !('mfa_challenge' in answer)) return expect.fail('no challenge')
  const send = (method: string, path: string, headers: object, body?: object) =>
    system.http(method, path, { as: 'anonymous', headers: { ...headers }, ...(body && { body }) })

  for (const headers of [{ authorization: `Bearer ${answer.token}` }, { cookie: `connect.sid=${answer.token}` }]) {
    const paths = ['/admin/users/me', '/vendor/members', '/store/customers/me', '/auth/mfa/factors']
    for (const path of paths) expect((await send('GET', path, headers)).status, path).toBe(401)
    expect((await send('POST', '/auth/token/refresh', headers)).status).toBe(401)
    expect((await send('POST', '/auth/mfa/recovery-codes', headers, {})).status).toBe(401)
    expect((await send('POST', '/store/customers', headers, { email: 'x@example.com' })).status).toBe(401)
    expect((await send('DELETE', '/auth/session', headers)).status).toBe(401)
  }
  // The SDK asks for a session before it shows the challenge: it gets an answer, but no cookie.
  const begun = await send('POST', '/auth/session', { authorization: `Bearer ${answer.token}` })
  expect([begun.status, begun.headers.getSetCookie()]).toEqual([200, []])
})
