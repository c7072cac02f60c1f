import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, medusaOf } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const status = (asking: Promise<unknown>) =>
  asking.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

it('API keys are created, used, linked, listed, revoked and deleted', async () => {
  const { admin } = await logIn(system)
  const { api_key } = await admin.apiKey.create({ title: 'Web shop', type: 'publishable' })
  await admin.apiKey.batchSalesChannels(api_key.id, { add: [ids.sales_channel] })
  const { api_key: shown } = await admin.apiKey.retrieve(api_key.id)
  expect(shown).toMatchObject({ token: api_key.token, sales_channels: [{ id: ids.sales_channel }] })
  const shop = medusaOf(system, { publishableKey: api_key.token })
  expect((await shop.store.cart.create({ region_id: ids.region })).cart).toMatchObject({ sales_channel_id: ids.sales_channel })

  const { api_key: secret } = await admin.apiKey.create({ title: 'Robot', type: 'secret' })
  const script = medusaOf(system, { apiKey: secret.token })
  expect((await script.admin.apiKey.list({ q: 'Robot' })).api_keys).toMatchObject([{ id: secret.id }])

  await admin.apiKey.revoke(api_key.id)
  await admin.apiKey.revoke(secret.id)
  await vi.waitFor(async () => {
    expect(await status(shop.store.cart.create({ region_id: ids.region }))).toBe(400)
    expect(await status(script.admin.apiKey.list())).toBe(401)
  })
  expect(await admin.apiKey.delete(api_key.id)).toEqual({ id: api_key.id, object: 'api_key', deleted: true })
  expect(await status(admin.apiKey.retrieve(api_key.id))).toBe(404)
})

it('users are invited, log in, are changed, get a new password, and are deleted', async () => {
  const { admin } = await logIn(system)
  const email = 'invited@souk.example'
  const { invite } = await admin.invite.create({ email })
  const newcomer = medusaOf(system)
  const token = await newcomer.auth.register('user', 'emailpass', { email, password: 'correct horse' })
  const accept = { invite_token: invite.token, email, first_name: 'Ida', last_name: 'Invited' }
  const { user } = await newcomer.admin.invite.accept(accept as never, {}, { Authorization: `Bearer ${token}` })
  await newcomer.auth.login('user', 'emailpass', { email, password: 'correct horse' })
  expect((await newcomer.admin.user.me()).user).toMatchObject({ id: user.id, first_name: 'Ida' })
  expect((await admin.user.list({ q: 'Ida' })).users).toMatchObject([{ id: user.id }])
  expect((await admin.user.update(user.id, { last_name: 'In' })).user).toMatchObject({ last_name: 'In' })

  const path = `/admin/users/${user.id}/reset-password`
  const { body } = await system.http('POST', path, { body: {} })
  await newcomer.auth.updateProvider('user', 'emailpass', { password: 'battery staple' }, body.token)
  expect(await status(newcomer.admin.user.me())).toBe(401)
  await newcomer.auth.login('user', 'emailpass', { email, password: 'battery staple' })
  await admin.user.delete(user.id)
  await vi.waitFor(async () => expect(await status(newcomer.admin.user.me())).toBe(401))
})

it('customers register, log in, get addresses and groups, and are changed and deleted', async () => {
  const { admin } = await logIn(system)
  const shop = medusaOf(system)
  const email = 'rosa@souk.example'
  const password = 'correct horse'
  await shop.auth.register('customer', 'emailpass', { email, password })
  const { customer } = await shop.store.customer.create({ email, first_name: 'Rosa' })
  await shop.auth.login('customer', 'emailpass', { email, password })
  expect((await shop.store.customer.retrieve()).customer).toMatchObject({ id: customer.id, has_account: true })
  await shop.store.customer.update({ last_name: 'Ramie' })
  await shop.store.customer.createAddress({ address_1: 'Webergasse 1', city: 'Berlin', country_code: 'de' } as never)
  expect((await shop.store.customer.listAddress()).addresses).toMatchObject([{ city: 'Berlin' }])

  const { customer_group } = await admin.customerGroup.create({ name: 'Regulars of the people' })
  await admin.customer.batchCustomerGroups(customer.id, { add: [customer_group.id] })
  const { customers, count } = await admin.customer.list({ q: 'osa@souk', groups: [customer_group.id] } as never)
  expect({ count, customers }).toMatchObject({ count: 1, customers: [{ id: customer.id, last_name: 'Ramie' }] })
  await admin.customer.delete(customer.id)
  await vi.waitFor(async () => expect(await status(shop.store.customer.retrieve())).toBe(401))

  await expect(shop.auth.login('customer', 'emailpass', { email, password })).rejects.toThrow('Invalid email or password')
  await shop.auth.register('customer', 'emailpass', { email, password })
  expect((await shop.store.customer.create({ email })).customer.id).not.toBe(customer.id)
})
