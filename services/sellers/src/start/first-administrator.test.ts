import { acceptInvite, createInvite, deleteUser, listUsers, logIn, register } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, someoneRegistered } from '../../test/people.ts'
import { type SellersUnderTest, SIGNING_KEY, startForAdministrators } from '../../test/service.ts'
import { SellersConfig } from '../config.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'

const ADMIN_PASSWORD = 'first-admin-password'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

/** Begins as the service does with this configuration. @returns the warnings that it logs */
async function start(ADMIN_EMAIL: string) {
  const lines: { msg: string }[] = []
  const logger = createLogger('sellers', 'warn', { output: { write: (line) => void lines.push(JSON.parse(line)) } })
  const config = SellersConfig.parse({ AUTH_SIGNING_KEY: SIGNING_KEY, ADMIN_EMAIL, ADMIN_PASSWORD })
  await ensureFirstAdministrator(service.deps, config, logger)
  return lines
}
const usersOf = async (email: string) => (await service.admin(listUsers, { query: `email=${email}` })).body.users
const identities = (email: string) => service.db.collection('auth_identities').find({ email }).toArray()
const enrol = (email: string) => service.send(register, { params: { actor_type: 'user' }, body: { email, password: PASSWORD } })

it('a user with the e-mail but another log-in stays the only one, and the service starts', async () => {
  const email = 'invited-boss@example.com'
  const { token } = (await service.admin(createInvite, { body: { email } })).body.invite
  const { actor } = await someoneRegistered(service)
  const { user } = (await service.send(acceptInvite, { query: `token=${token}`, body: {}, actor })).body
  await enrol(email)
  const before = await identities(email)

  const lines = await start(email)

  expect(lines).toMatchObject([
    { user_id: user.id, msg: 'ADMIN_EMAIL is the e-mail of a user who logs in with another one: no administrator is created' },
  ])
  expect(await usersOf(email)).toEqual([user])
  expect(await identities(email)).toEqual(before)
})

it('an administrator who was deleted is not created again, and a registration with the e-mail stays', async () => {
  const email = 'gone-boss@example.com'
  expect(await start(email)).toEqual([])
  const [{ id }] = await usersOf(email)
  expect((await service.admin(deleteUser, { params: { id } })).status).toBe(200)

  const lines = await start(email)
  expect(lines).toMatchObject([{ user_id: id, msg: 'the administrator of ADMIN_EMAIL was deleted, and is not created again' }])
  expect(await identities(email)).toEqual([])

  await enrol(email)
  const registered = await identities(email)
  await start(email)
  expect(await identities(email)).toEqual(registered)
  expect(await usersOf(email)).toEqual([])
})

it('a start completes what an earlier one left', async () => {
  const email = 'half-boss@example.com'
  await start(email)
  await service.db.collection('auth_identities').deleteOne({ email })

  expect(await start(email)).toEqual([])

  const [{ id }] = await usersOf(email)
  const { body } = await service.send(logIn, { params: { actor_type: 'user' }, body: { email, password: ADMIN_PASSWORD } })
  expect(decodeJwt(body.token)).toMatchObject({ actor_id: id })
})
