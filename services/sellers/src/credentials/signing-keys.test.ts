import { generateKeyPairSync } from 'node:crypto'
import {
  acceptInvite,
  acceptMemberInvite,
  createInvite,
  createMemberInvite,
  getInvite,
  logIn,
  resendInvite,
  retireSigningKey,
} from '@souk/contracts'
import { createLogger, newHeaders, type PublishedEvent, watchAccessBucket } from '@souk/runtime'
import { shortestOf, type TestServers } from '@souk/runtime/testing'
import { decodeProtectedHeader } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../test/builders.ts'
import { someoneRegistered } from '../../test/people.ts'
import { startSellers } from '../../test/service.ts'
import { accessEntries } from '../background/keep-access-in-sync.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTokenSigner } from './tokens.ts'

const ADMIN = { email: 'admin@example.com', password: 'first-admin-password' }
const ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
type Sellers = Awaited<ReturnType<typeof startSellers>>
const running: Sellers[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

async function start(key: object, servers?: TestServers) {
  const one = await startSellers({ ...ENV, AUTH_SIGNING_KEY: JSON.stringify(key) }, servers)
  running.push(one)
  return one
}
const published = async ({ deps }: Sellers) =>
  [...(await accessEntries(deps)).keys()]
    .filter((key) => key.startsWith('jwk.'))
    .map((key) => key.slice(4))
    .sort()
const kidOf = ({ deps }: Sellers) => deps.signer.public_key.kid
const logInTo = (one: Sellers) => one.send(logIn, { params: { actor_type: 'user' }, body: ADMIN })
const keys = (one: Sellers) => one.db.collection<{ _id: string; expires_at: Date }>('signing_keys')

describe('signing keys', () => {
  it('of replicas with different keys are all published, whichever replica writes the bucket', async () => {
    const one = await start(newKey())
    const two = await start(newKey(), one.servers)
    const both = [kidOf(one), kidOf(two)].sort()

    expect(both[0]).not.toBe(both[1])
    for (const replica of [one, two, one]) {
      await replica.deps.access.sync(() => accessEntries(replica.deps))
      expect(await published(replica)).toEqual(both)
    }
  })

  it('that no replica has any more stay published until the last of their tokens has expired', async () => {
    const one = await start(newKey())
    const two = await start(newKey(), one.servers)
    const { expires_at } = (await keys(one).findOne({ _id: kidOf(one) }))!
    expect(expires_at.getTime() - Date.now()).toBeGreaterThan(86_400_000)

    await keys(one).updateOne({ _id: kidOf(one) }, { $set: { expires_at: new Date(Date.now() - 1) } })

    expect(await published(two)).toEqual([kidOf(two)])
    expect(await published(one)).toEqual([kidOf(one), kidOf(two)].sort()) // it announces its own key again
  })

  it('of one set are all published, without their private parts, and the first one signs', async () => {
    const set = { keys: [newKey(), newKey()] }
    const one = await start(set)
    const kids = one.deps.signer.public_keys.map(({ kid }) => kid)

    expect(await published(one)).toEqual([...kids].sort())
    expect(decodeProtectedHeader((await logInTo(one)).body.token).kid).toBe(kids[0])
    expect(JSON.stringify([...(await accessEntries(one.deps))])).not.toContain('"d":')
    expect(JSON.stringify(await keys(one).find().toArray())).not.toContain('"d":')
  })

  it('that join others sign only after gateways have had time to learn of them', async () => {
    const one = await start(newKey())
    const signer = await createTokenSigner({ signingKey: JSON.stringify(newKey()), issuer: 'souk', ttl_s: 60 })
    const logger = createLogger('test', 'silent')
    const joining = createSigningKeys({ signer, store: one.deps.keyRecords, logger })
    const timeToSign = async () => {
      const began = performance.now()
      await joining.sign({}, Date.now() + 30_000)
      return performance.now() - began
    }

    await joining.announce()
    await expect(joining.sign({}, Date.now() + 2000)).rejects.toMatchObject({ kind: 'unavailable' })
    joining.published()
    expect(await timeToSign()).toBeGreaterThan(900)
    expect(await shortestOf(5, timeToSign, 900)).toBeLessThan(900)

    const signAnew = async () => {
      const again = createSigningKeys({ signer, store: one.deps.keyRecords, logger })
      await again.announce()
      again.published()
      await again.sign({}, Date.now() + 30_000)
    }
    expect(await shortestOf(5, signAnew, 900)).toBeLessThan(900)
  })

  it.each([
    ['invalid JSON', 'secret'],
    ['null', 'null'],
    ['an empty set', '{"keys":[]}'],
    ['a set with a public key', JSON.stringify({ keys: [newKey(), { ...newKey(), d: undefined }] })],
    [
      'a key of another kind',
      JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })),
    ],
  ])('are rejected in a configuration with %s', async (_what, signingKey) => {
    await expect(createTokenSigner({ signingKey, issuer: 'souk', ttl_s: 60 })).rejects.toThrow(/^AUTH_SIGNING_KEY must be/)
  })
})

describe('retire-signing-key', () => {
  const retire = (one: Sellers, kid: string) =>
    one.send(retireSigningKey, { body: { kid }, actor: { type: 'service', id: 'operator' } })

  it('removes the key from the bucket at once and for good, and the next key signs', async () => {
    const one = await start({ keys: [newKey(), newKey()] })
    const [first, second] = one.deps.signer.public_keys.map(({ kid }) => kid) as [string, string]
    const heard = watchAccessBucket(one.bus, createLogger('test', 'silent'))
    await vi.waitFor(() => expect(heard.has(`jwk.${first}`)).toBe(true))

    expect((await retire(one, first)).body).toMatchObject({ kid: first, retired_at: expect.any(String) })
    await vi.waitFor(() => expect(heard.has(`jwk.${first}`)).toBe(false))
    expect((await retire(one, first)).status).toBe(200)

    expect(await published(one)).toEqual([second])
    expect(decodeProtectedHeader((await logInTo(one)).body.token).kid).toBe(second)
    await one.deps.access.sync(() => accessEntries(one.deps))
    expect(heard.has(`jwk.${first}`)).toBe(false)
    heard.stop()
  })

  it('voids the invites that the key has signed, until they are sent again; later ones are not signed with it', async () => {
    const one = await start({ keys: [newKey(), newKey()] })
    const [first, second] = one.deps.signer.public_keys.map(({ kid }) => kid) as [string, string]
    const owner = aMember({ id: 'mem_owner' })
    await insertMissing(one.db, { sellers: [aSeller({ members: [owner] })] })
    const invited: string[] = []
    one.bus.nc.subscribe('evt.sellers.member-invite.created', {
      callback: (_error, { data }) =>
        void invited.push((JSON.parse(new TextDecoder().decode(data)) as PublishedEvent).ids.token!),
    })
    const inviteMember = async (email: string) => {
      const before = invited.length
      await one.call(createMemberInvite, { actor: memberOf('sel_1', owner.id), body: { email, role: 'member' } })
      await vi.waitFor(() => expect(invited.length).toBeGreaterThan(before))
      return invited.at(-1)!
    }
    const asAdmin = { actor: { type: 'user', id: 'user_1', identity_id: null } as const }
    const { invite } = await one.call(createInvite, { ...asAdmin, body: { email: 'second@example.com' } })
    const shown = () => one.send(getInvite, { ...asAdmin, params: { id: invite.id } })
    const [before, unchanged] = [await shown(), await shown()]
    const old = { user: invite.token, seller: await inviteMember('a@example.com') }
    const accept = async (actor_type: 'user' | 'seller', token: string) => {
      const { actor } = await someoneRegistered(one, actor_type)
      return actor_type === 'user'
        ? one.send(acceptInvite, { actor, query: `token=${token}`, body: {} })
        : one.send(acceptMemberInvite, { actor, body: { token, name: 'Bob' } })
    }
    expect(decodeProtectedHeader(old.user).kid).toBe(first)

    await retire(one, first)

    const after = await shown()
    expect(after.body.invite.token).not.toBe(invite.token)
    expect([before.etag, after.etag]).toEqual([unchanged.etag, expect.stringMatching(/^"1-/)])
    expect(after.etag).not.toBe(before.etag)
    for (const actor_type of ['user', 'seller'] as const) expect((await accept(actor_type, old[actor_type])).status).toBe(401)
    const again = await one.call(resendInvite, { ...asAdmin, params: { id: invite.id } })
    const renewed = { user: again.invite.token, seller: await inviteMember('b@example.com') }
    for (const actor_type of ['user', 'seller'] as const) {
      expect(decodeProtectedHeader(renewed[actor_type]).kid).toBe(second)
      expect((await accept(actor_type, renewed[actor_type])).status).toBe(200)
    }
  })

  it('stops log-ins when it was the last key, rather than issue tokens that are not valid', async () => {
    const one = await start(newKey())
    await retire(one, kidOf(one))

    expect(await logInTo(one)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })

  it('answers 404 for an unknown key', async () => {
    expect((await retire(await start(newKey()), 'unknown')).status).toBe(404)
  })
})

it('a lost bucket is filled again within seconds, before the next regular sync', async () => {
  const one = await start(newKey())
  await one.deps.access.put('key.1', {})
  const heard = watchAccessBucket(one.bus, createLogger('test', 'silent'))
  await vi.waitFor(() => expect(heard.complete).toBe(true))

  await one.bus.request('$JS.API.STREAM.DELETE.KV_access', newHeaders(), new Uint8Array(0), 20_000)

  const filled = () => expect([heard.has('key.1'), heard.has(`jwk.${kidOf(one)}`), heard.current]).toEqual([false, true, true])
  await vi.waitFor(filled, 30_000) // the next regular sync comes a minute after the start
  heard.stop()
})
