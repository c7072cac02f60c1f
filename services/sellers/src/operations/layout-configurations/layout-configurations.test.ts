import {
  type Actor,
  deleteLayoutConfiguration,
  deleteUser,
  getLayoutConfiguration,
  listLayoutConfigurations,
  MAX_LAYOUT_BYTES,
  MAX_LAYOUT_WIDGETS,
  type Operation,
  setLayoutConfiguration,
  type User,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, invalid, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { memberOf } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'
import { releaseLeft } from '../../credentials/release.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

let made = 0
const anAdministrator = (): Actor & { id: string } => ({ type: 'user', id: `user_L${++made}`, identity_id: 'authid_1' })
const aZone = () => `page${++made}.details`
const KEY: Actor = { type: 'secret-key', id: 'apk_1', identity_id: null, created_by: 'user_1' }

type Options = CallOptions<typeof setLayoutConfiguration>
const save = (actor: Actor, zone: string, widgets: object, { is_default, ...options }: Options & { is_default?: boolean } = {}) =>
  service.send(setLayoutConfiguration, {
    ...{ actor, params: { zone }, body: { ...(is_default !== undefined && { is_default }), configuration: { widgets } } },
    ...options,
  })
const get = (actor: Actor, zone: string) => service.send(getLayoutConfiguration, { actor, params: { zone } })
const remove = (actor: Actor, zone: string, options: Options = {}) =>
  service.send(deleteLayoutConfiguration, { ...options, actor, params: { zone } })
const list = async (actor: Actor, query = '') => (await service.send(listLayoutConfigurations, { actor, query })).body
const records = (zone: string) => service.db.collection('layout_configurations').find({ zone }).toArray()
const NOTHING = { personal_configuration: null, default_configuration: null, active_scope: 'default' }

describe('set-layout-configuration and get-layout-configuration', () => {
  it('save what an administrator wants to see, and show it to nobody else', async () => {
    const [ann, bob, zone] = [anAdministrator(), anAdministrator(), aZone()]
    expect(await get(ann, zone)).toMatchObject({ status: 200, body: NOTHING, etag: undefined })

    const widgets = { 'core:Summary': { hidden: true, section: 'side', order: 2.5 }, 'core:Media': {} }
    const { status, body, etag } = await save(ann, zone, widgets)
    expect([status, etag], JSON.stringify(body)).toEqual([200, undefined])
    expect(setLayoutConfiguration.response.strict().safeParse(body).error).toBeUndefined()
    const { created_at } = body.personal_configuration
    expect(body).toEqual({
      personal_configuration: {
        ...{ id: expect.stringMatching(/^layconf_[0-9A-F]{26}$/), zone, user_id: ann.id, is_system_default: false },
        ...{ configuration: { widgets }, created_at, updated_at: expect.any(String) },
      },
      default_configuration: null,
      active_scope: 'personal',
    })
    expect((await get(ann, zone)).body).toEqual(body)
    expect((await get(bob, zone)).body).toEqual(NOTHING)
    expect((await get(ann, `${zone}.other`)).body).toEqual(NOTHING)
  })

  it('replace all of what was saved before', async () => {
    const [ann, zone] = [anAdministrator(), aZone()]
    const first = (await save(ann, zone, { a: { order: 1 }, b: { order: 2 } })).body.personal_configuration
    for (const widgets of [{ b: { hidden: false } }, { c: {}, b: { order: 1 }, a: { order: 2 } }, {}]) {
      const { body } = await save(ann, zone, widgets, { is_default: false })
      expect(body.personal_configuration).toEqual({ ...first, configuration: { widgets }, updated_at: expect.any(String) })
      expect(body.personal_configuration.updated_at >= first.updated_at).toBe(true)
    }
    expect(await records(zone)).toHaveLength(1)
  })

  it('save the default of a zone for everybody', async () => {
    const [ann, bob, zone] = [anAdministrator(), anAdministrator(), aZone()]
    const widgets = { 'core:Summary': { order: 1 } }
    const { body } = await save(ann, zone, widgets, { is_default: true })
    expect(body).toMatchObject({
      personal_configuration: null,
      default_configuration: { zone, user_id: null, is_system_default: true, configuration: { widgets } },
      active_scope: 'default',
    })
    expect((await get(bob, zone)).body).toEqual(body)
    const replaced = (await save(bob, zone, {}, { is_default: true })).body.default_configuration
    expect(replaced).toMatchObject({ id: body.default_configuration.id, configuration: { widgets: {} } })
    expect((await get(ann, zone)).body.default_configuration).toEqual(replaced)
  })

  it('tell which of both applies: the personal one, until the same administrator saves the default', async () => {
    const [ann, bob, zone] = [anAdministrator(), anAdministrator(), aZone()]
    const scopes = async () => [(await get(ann, zone)).body.active_scope, (await get(bob, zone)).body.active_scope]
    await save(ann, zone, { a: { order: 1 } })
    await save(bob, zone, {})
    expect(await scopes()).toEqual(['personal', 'personal'])
    const { body } = await save(ann, zone, {}, { is_default: true })
    expect(body).toMatchObject({
      personal_configuration: { configuration: { widgets: { a: { order: 1 } } } },
      default_configuration: { is_system_default: true },
      active_scope: 'default',
    })
    expect(await scopes()).toEqual(['default', 'personal'])
    expect((await save(ann, zone, {})).body.active_scope).toBe('personal')
    await save(bob, zone, {}, { is_default: true })
    expect(await scopes()).toEqual(['personal', 'default'])
  })

  it('create one record of each scope for many concurrent requests, and apply a retry once', async () => {
    const [ann, zone] = [anAdministrator(), aZone()]
    const op_id = mintOpId(Date.now())
    const wanted = [1, 2, 3, 4, 5, 6].map((order) => ({ is_default: order % 2 === 0, order }))
    const replies = await Promise.all([
      ...wanted.map(({ is_default, order }) => save(ann, zone, { a: { order } }, { is_default })),
      ...[1, 2].map(() => save(ann, zone, { a: { order: 7 } }, { op_id })),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const kept = await records(zone)
    expect(kept.map(({ user_id, deleted_at }) => [user_id, deleted_at]).sort()).toEqual([
      [null, null],
      [ann.id, null],
    ])
    const { body } = await get(ann, zone)
    await save(ann, zone, { a: { order: 7 } }, { op_id })
    expect((await get(ann, zone)).body).toEqual(body)
  })

  it('accept almost any text as the id of a widget, and return it unchanged', async () => {
    const [ann, zone] = [anAdministrator(), aZone()]
    const names = ['widget:order.details.after:0', '$set', 'a.b', 'a', '_id', '1', 'core:Card#2', 'nav-child:/orders:/drafts']
    const widgets = Object.fromEntries(names.map((name, order) => [name, { order }]))
    for (const is_default of [true, false]) await save(ann, zone, widgets, { is_default })
    const changed = { ...widgets, 'a.b': { hidden: true }, $set: { section: '$unset' } }
    await save(ann, zone, changed)
    expect((await get(ann, zone)).body).toMatchObject({
      personal_configuration: { configuration: { widgets: changed } },
      default_configuration: { configuration: { widgets } },
    })
    for (const name of ['__proto__', 'constructor', 'toJSON', '_bsontype'])
      expect((await save(ann, zone, JSON.parse(`{"${name}":{"order":1}}`))).status, name).toBe(400)
  })

  it('reject invalid and too large configurations', async () => {
    const [ann, zone] = [anAdministrator(), aZone()]
    const many = (count: number, widget: object) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`w${n}`, widget]))
    const whole = { hidden: false, section: 'main', order: 1 }
    expect((await save(ann, zone, many(MAX_LAYOUT_WIDGETS, whole))).status).toBe(200)
    expect(refusal(await save(ann, zone, many(MAX_LAYOUT_WIDGETS + 1, {})))).toEqual(
      invalid(`Invalid request: Field 'configuration, widgets': must not hold more than ${MAX_LAYOUT_WIDGETS} widgets`),
    )
    expect(refusal(await save(ann, zone, many(MAX_LAYOUT_WIDGETS, { section: 's'.repeat(255) })))).toEqual(
      invalid(`Invalid request: Field 'configuration, widgets': must not be larger than ${MAX_LAYOUT_BYTES} bytes as JSON`),
    )
    for (const widgets of [
      ...[[], null, 'a', { '': {} }, { ['w'.repeat(256)]: {} }, { w: null }, { w: [] }, { w: { hidden: 'true' } }],
      ...[{ w: { section: '' } }, { w: { section: 's'.repeat(256) } }, { w: { order: '1' } }, { w: { width: 1 } }],
    ])
      expect((await save(ann, zone, widgets as object)).status, JSON.stringify(widgets)).toBe(400)
    for (const body of [{}, { configuration: {} }, { configuration: { widgets: {} }, zone }, { configuration: [] }])
      expect((await save(ann, zone, {}, { body })).status, JSON.stringify(body)).toBe(400)
    for (const wrong of ['', 'z'.repeat(101)]) {
      expect((await save(ann, wrong, {})).status).toBe(400)
      expect((await get(ann, wrong)).status).toBe(400)
      expect((await remove(ann, wrong)).status).toBe(400)
    }
  })
})

describe('delete-layout-configuration', () => {
  it('deletes the personal one, even repeatedly, and leaves the default and those of others', async () => {
    const [ann, bob, zone] = [anAdministrator(), anAdministrator(), aZone()]
    await save(ann, zone, { a: {} }, { is_default: true })
    await save(bob, zone, {})
    const first = (await save(ann, zone, {})).body.personal_configuration
    for (const time of ['first', 'second']) {
      const { status, body, etag } = await remove(ann, zone)
      expect([time, status, body, etag]).toEqual([time, 200, { success: true }, undefined])
    }
    const { body } = await get(ann, zone)
    expect(body).toMatchObject({ personal_configuration: null, default_configuration: { zone }, active_scope: 'default' })
    expect((await get(bob, zone)).body.active_scope).toBe('personal')
    expect((await remove(ann, aZone())).body).toEqual({ success: true })

    const again = (await save(ann, zone, { b: {} })).body
    expect(again).toMatchObject({ personal_configuration: { configuration: { widgets: { b: {} } } }, active_scope: 'personal' })
    expect(again.personal_configuration.created_at > first.created_at).toBe(true)
  })

  it('deletes it once for a retried request', async () => {
    const [ann, zone] = [anAdministrator(), aZone()]
    const op_id = mintOpId(Date.now())
    await save(ann, zone, {})
    await remove(ann, zone, { op_id })
    await save(ann, zone, { a: {} })
    expect((await remove(ann, zone, { op_id })).status).toBe(200)
    expect((await get(ann, zone)).body.active_scope).toBe('personal')
  })
})

describe('list-layout-configurations', () => {
  it('shows the administrator’s own ones and the defaults, and nobody else’s', async () => {
    const [ann, bob, zone, other] = [anAdministrator(), anAdministrator(), aZone(), aZone()]
    const fallback = (await save(bob, zone, { a: { order: 1 } }, { is_default: true })).body.default_configuration
    const hidden = (await save(bob, zone, {})).body.personal_configuration
    const own = (await save(ann, zone, { 'a.b': {} })).body.personal_configuration
    const last = (await save(ann, other, {})).body.personal_configuration

    const page = await list(ann, `zone[]=${zone}&zone[]=${other}`)
    expect(page).toEqual({ layout_configurations: [fallback, own, last], count: 3, offset: 0, limit: 50 })
    expect(listLayoutConfigurations.response.strict().safeParse(page).error).toBeUndefined()
    const asked = async (query: string) =>
      (await list(ann, query)).layout_configurations.map(({ id }: { id: string }) => id) as string[]
    expect(await asked(`id=${own.id}`)).toEqual([own.id])
    expect(await asked(`id=${hidden.id}`)).toEqual([])
    expect(await asked(`user_id=${bob.id}`)).toEqual([])
    expect(await asked(`$or[0][user_id]=${bob.id}&$or[1][id]=${last.id}`)).toEqual([last.id])
    expect(await asked(`user_id=${ann.id}`)).toEqual([own.id, last.id])
    expect(await asked(`user_id=null&zone=${zone}`)).toEqual([fallback.id])
    expect(await asked(`is_system_default=true&zone=${zone}`)).toEqual([fallback.id])
    expect(await asked(`is_system_default=false&order=-zone&limit=1`)).toHaveLength(1)
    expect((await list(ann, `limit=1&fields=id&user_id=${ann.id}`)).layout_configurations).toEqual([{ id: own.id }])
    expect((await list(ann, `fields=configuration&id=${own.id}`)).layout_configurations).toEqual([
      { id: own.id, configuration: { widgets: { 'a.b': {} } } },
    ])
    await remove(ann, other)
    expect(await asked(`user_id=${ann.id}&with_deleted=true`)).toEqual([own.id])
  })

  it('rejects unsupported filters and orders', async () => {
    for (const query of ['widgets=a', 'order=is_active', 'is_system_default=1', 'q=a'])
      expect((await service.send(listLayoutConfigurations, { actor: anAdministrator(), query })).status, query).toBe(400)
  })

  it('answers every filter and order from an index', async () => {
    const { filters, orders } = queriesOf(listLayoutConfigurations)
    const queries = [...filters, ...orders]
    const plans = await plansOf(
      service.db,
      async () => {
        for (const query of queries) await list(anAdministrator(), `fields=id&limit=3&${query}`)
      },
      { least: queries.length },
    )
    expect(plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN')).map(({ command }) => command)).toEqual([])
  })
})

describe('delete-user', () => {
  async function aUser(deleted_at: string | null = null): Promise<Actor & { id: string }> {
    const user = anAdministrator()
    const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at }
    const names = { first_name: null, last_name: null, avatar_url: null, metadata: null }
    const record: User = { id: user.id, email: `${user.id}@example.com`, ...names, ...dates }
    await insertMissing(service.db, { users: [record] })
    return user
  }
  const saved = ({ id }: { id: string }) => service.db.collection('layout_configurations').countDocuments({ user_id: id })

  it('deletes what the user saved, and leaves the defaults', async () => {
    const [ann, bob, zone] = [await aUser(), anAdministrator(), aZone()]
    for (const is_default of [true, false]) await save(ann, zone, {}, { is_default })
    await save(bob, zone, {})
    await save(ann, aZone(), {})
    expect((await service.send(deleteUser, { actor: bob, params: { id: ann.id } })).status).toBe(200)
    expect(await saved(ann)).toBe(0)
    expect((await get(bob, zone)).body).toMatchObject({
      personal_configuration: { user_id: bob.id },
      default_configuration: { zone },
    })
  })

  it('is completed by the next sync if it was cut short', async () => {
    const [ann, bob, zone] = [await aUser('2026-02-02T00:00:00.000Z'), await aUser(), aZone()]
    for (const user of [ann, bob]) await save(user, zone, {})
    await save(ann, zone, {}, { is_default: true })
    await releaseLeft(service.deps)
    expect([await saved(ann), await saved(bob)]).toEqual([0, 1])
    expect((await get(bob, zone)).body.default_configuration).toMatchObject({ zone })
  })
})

it.each([listLayoutConfigurations, getLayoutConfiguration, setLayoutConfiguration, deleteLayoutConfiguration])(
  '$name is for administrators in person: rejects secret keys, members and anonymous requests',
  async (operation) => {
    const body = mutating.has(operation.name) ? { configuration: { widgets: {} }, is_default: true } : undefined
    const params = operation === listLayoutConfigurations ? {} : { params: { zone: 'key.details' } }
    for (const actor of [KEY, memberOf('sel_1'), { type: 'anonymous' } as const]) {
      const options = { ...params, ...(body && { body }), actor } as CallOptions<Operation>
      expect(refusal(await service.send(operation as Operation, options))).toEqual([401, 'unauthorized', 'Unauthorized'])
    }
    expect(await records('key.details')).toEqual([])
  },
)
const mutating = new Set([setLayoutConfiguration.name])
