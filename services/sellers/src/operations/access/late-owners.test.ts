import {
  type Actor,
  acceptMemberInvite,
  createMemberInvite,
  getSeller,
  logIn,
  type Revocation,
  registerCustomer,
  releaseCustomer,
  revokeAccess,
  unavailable,
} from '@souk/contracts'
import { accessKeys, type PublishedEvent } from '@souk/runtime'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { PASSWORD, someoneRegistered } from '../../../test/people.ts'
import { startOrders, startSellers } from '../../../test/service.ts'

const SERVICE: Actor = { type: 'service', id: 'orders' }
let service: Awaited<ReturnType<typeof startSellers>>
let orders: Awaited<ReturnType<typeof startOrders>>
const told: PublishedEvent[] = []
let made = 0
beforeAll(async () => {
  service = await startSellers()
  orders = await startOrders(service.servers)
  service.bus.nc.subscribe('evt.sellers.member-invite.created', {
    callback: (_error, { data }) => void told.push(JSON.parse(new TextDecoder().decode(data)) as PublishedEvent),
  })
})
afterAll(async () => {
  await orders.stop()
  await service.stop()
})

const soon = () => Date.now() + 10_000
const revoke = (body: Revocation) => service.send(revokeAccess, { body, actor: SERVICE, tries: 1 })
/** As if all revocations had expired. */
const forget = () => service.db.collection('revocations').deleteMany({})
const enter = (actor_type: 'seller' | 'customer', email: string) =>
  service.send(logIn, { params: { actor_type }, body: { email, password: PASSWORD } })
const REFUSED = { status: 401, failed_guess: true, body: { message: 'Invalid email or password' } }

describe('a seller whose access was revoked', () => {
  /** A new seller, and the token with which somebody may become another owner. */
  async function invited() {
    const seller_id = `sel_revoked_${++made}`
    const members = [aMember({ id: `mem_${seller_id}`, seller_id })]
    await insertMissing(service.db, { sellers: [aSeller({ id: seller_id, handle: seller_id, members })] })
    const body = { email: `second-${made}@example.com`, role: 'owner' } as const
    const { invite } = await service.call(createMemberInvite, { actor: memberOf(seller_id, members[0]!.id), body })
    const token = await vi.waitFor(() => {
      const event = told.find(({ id }) => id === invite.id)
      if (!event) throw new Error('the invite is not published yet')
      return event.ids.token!
    })
    const { email, actor } = await someoneRegistered(service, 'seller')
    const accept = () => service.send(acceptMemberInvite, { actor, body: { token, name: 'Second' } })
    return { seller_id, email, accept }
  }

  it('gets no further members, even long after the revocation has expired', async () => {
    const { seller_id, accept } = await invited()
    await revoke({ kind: 'seller', id: seller_id })
    expect((await accept()).status).toBe(401)
    await forget()
    expect((await accept()).status).toBe(401)
  })

  it('lets nobody log in who was becoming a member meanwhile', async () => {
    const { seller_id, email, accept } = await invited()
    const { claim } = service.deps.identities
    const claiming = vi.spyOn(service.deps.identities, 'claim').mockImplementationOnce(async (...args) => {
      expect((await revoke({ kind: 'seller', id: seller_id })).status).toBe(200)
      return claim(...args)
    })
    await accept()
    claiming.mockRestore()
    await forget()
    expect(await enter('seller', email)).toMatchObject(REFUSED)
    expect((await accept()).status).toBe(401)
  })

  it('is revoked even if it cannot be noted at the seller, which is answered', async () => {
    const { seller_id } = await invited()
    vi.spyOn(service.deps.sellers, 'change').mockRejectedValueOnce(unavailable())
    expect((await revoke({ kind: 'seller', id: seller_id })).status).toBe(504)
    const id = accessKeys.seller(seller_id)
    expect(await service.db.collection<{ _id: string }>('revocations').countDocuments({ _id: id })).toBe(1)
  })

  it('is shown as before', async () => {
    const { seller_id } = await invited()
    for (let n = 0; n < 2; n++) expect((await revoke({ kind: 'seller', id: seller_id })).status).toBe(200)
    const { seller } = (await service.deps.sellers.find(seller_id, soon()))!
    expect(seller.access_revoked_at).toEqual(expect.any(String))
    const { body } = await service.send(getSeller, {
      actor: { type: 'user', id: 'user_1', identity_id: null },
      params: { id: seller_id },
    })
    expect(body.seller).toMatchObject({ id: seller_id })
    expect(body.seller).not.toHaveProperty('access_revoked_at')
  })
})

/** Somebody who registered as a customer and has not logged in since: the log-in does not name the customer yet. */
async function aCustomer() {
  const { email, actor } = await someoneRegistered(service, 'customer')
  const { customer } = await orders.call(registerCustomer, { actor, body: { email } })
  return { email, identity_id: actor.identity_id, id: customer.id }
}

describe('a customer whose access was revoked before the first log-in', () => {
  it('cannot log in, even long after the revocation has expired', async () => {
    const { id, email } = await aCustomer()
    expect((await revoke({ kind: 'customer', id })).status).toBe(200)
    expect(await enter('customer', email)).toMatchObject(REFUSED)
    await forget()
    expect(await enter('customer', email)).toMatchObject(REFUSED)
  })

  it('cannot log in later either if the log-in came to name the customer during the revocation', async () => {
    const { id, email } = await aCustomer()
    const { disableOf } = service.deps.identities
    vi.spyOn(service.deps.identities, 'disableOf').mockImplementationOnce(async (...args) => {
      await disableOf(...args)
      expect((await enter('customer', email)).status).toBe(200)
    })
    expect((await revoke({ kind: 'customer', id })).status).toBe(200)
    await forget()
    expect(await enter('customer', email)).toMatchObject(REFUSED)
  })

  it('gets no token that gateways would refuse, even if the log-in could not be disabled yet', async () => {
    const { id, email } = await aCustomer()
    vi.spyOn(service.deps.customers, 'findLogIn').mockRejectedValueOnce(unavailable())
    expect((await revoke({ kind: 'customer', id })).status).toBe(504)
    expect(await enter('customer', email)).toMatchObject(REFUSED)
    expect((await revoke({ kind: 'customer', id })).status).toBe(200)
    await forget()
    expect(await enter('customer', email)).toMatchObject(REFUSED)
  })
})

describe('release-customer', () => {
  it.each([
    ['not yet', false],
    ['already', true],
  ])('leaves a log-in that has become a newer customer’s, if it %s named the deleted one', async (_, isNamed) => {
    const { id, email, identity_id } = await aCustomer()
    const gone = `cus_gone_${++made}`
    if (isNamed) await service.deps.identities.claim(identity_id, gone, new Date().toISOString(), soon())
    await service.call(releaseCustomer, { actor: SERVICE, body: { id: gone, identity_id } })
    const { status, body } = await enter('customer', email)
    expect(status).toBe(200)
    expect(decodeJwt(body.token)).toMatchObject({ actor_id: id })
  })
})
