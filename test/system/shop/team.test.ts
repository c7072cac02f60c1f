import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addMemberInvite, addSeller } from '../records.ts'
import { bearing } from '../scenes/scene.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const PASSWORD = 'correct horse'

/** A newly registered user. @returns how to log in, and a token without a seller */
async function someone() {
  const credentials = { email: `${randomBytes(8).toString('hex')}@example.com`, password: PASSWORD }
  const { status, body } = await system.http('POST', '/auth/seller/emailpass/register', { as: 'anonymous', body: credentials })
  expect(status).toBe(200)
  return { token: body.token as string, logIn: () => loggedIn(credentials) }
}
async function loggedIn(credentials: object) {
  const { status, body } = await system.http('POST', '/auth/seller/emailpass', { as: 'anonymous', body: credentials })
  expect(status).toBe(200)
  return bearing(body.token)
}

it('a member is invited, works, is promoted, and is removed together with their tokens', async () => {
  const { token } = await addSeller(system)
  const owner = bearing(token)
  const invite = await addMemberInvite(system, 'member', owner)
  const person = await someone()
  const asNobody = await system.http('GET', '/vendor/me', bearing(person.token))
  expect({ status: asNobody.status, message: asNobody.body.message }).toEqual({ status: 403, message: 'Seller is not active' })

  const body = { token: invite.token, name: 'Bob' }
  const accepted = await system.http('POST', '/vendor/invites/accept', { ...bearing(person.token), body })
  expect(accepted.status, accepted.text).toBe(200)
  const bob = await person.logIn()
  const me = (await system.http('GET', '/vendor/me', bob)).body.member
  expect(me).toMatchObject({ name: 'Bob', email: invite.email, role: 'member' })

  const another = { email: 'another@example.com', role: 'member' }
  expect((await system.http('POST', '/vendor/invites', { ...bob, body: another })).status).toBe(403)
  expect((await system.http('POST', '/vendor/sellers/me', { ...bob, body: { description: 'Mine' } })).status).toBe(403)
  expect((await system.http('POST', `/vendor/members/${me.id}`, { ...owner, body: { role: 'admin' } })).status).toBe(200)
  expect((await system.http('POST', '/vendor/invites', { ...bob, body: another })).status).toBe(201)
  expect((await system.http('POST', '/vendor/sellers/me', { ...bob, body: { description: 'Ours' } })).status).toBe(200)
  expect((await system.http('GET', '/vendor/members', owner)).body).toMatchObject({ count: 2 })

  const removed = await system.http('DELETE', `/vendor/members/${me.id}`, owner)
  expect(removed).toMatchObject({ status: 200, body: { id: me.id, object: 'member', deleted: true } })
  await vi.waitFor(async () => expect((await system.http('GET', '/vendor/me', bob)).status).toBe(401), { interval: 10 })

  const again = await system.http('GET', '/vendor/me', await person.logIn())
  expect({ status: again.status, message: again.body.message }).toEqual({ status: 403, message: 'Seller is not active' })
})

it('the last owner cannot be deleted', async () => {
  const { token, member_id } = await addSeller(system)
  const answer = await system.http('DELETE', `/vendor/members/${member_id}`, bearing(token))
  const message = 'Owner member cannot be deleted'
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 400, message })
  expect((await system.http('GET', '/vendor/me', bearing(token))).status).toBe(200)
})
