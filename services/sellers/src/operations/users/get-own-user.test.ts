import { type Actor, getOwnUser, type User } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { memberOf } from '../../../test/builders.ts'
import { startSellers } from '../../../test/service.ts'

const AT = '2026-01-01T00:00:00.000Z'
const ANN: User = {
  id: 'user_1',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: null,
  avatar_url: null,
  metadata: { desk: 4 },
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
}
const REFUSED = { status: 401, type: 'unauthorized', message: 'Unauthorized' }

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
  const gone = { ...ANN, id: 'user_gone', email: 'gone@example.com', deleted_at: AT }
  await insertMissing(service.db, { users: [ANN, { ...ANN, id: 'user_2', email: 'bob@example.com' }, gone] })
})
afterAll(() => service.stop())

const user = (id: string): Actor => ({ type: 'user', id, identity_id: 'authid_1' })
const get = (actor: Actor = user('user_1'), query = '') => service.send(getOwnUser, { actor, query })
const summary = ({ status, body }: { status: number; body: { type: string; message: string } }) => ({
  status,
  type: body.type,
  message: body.message,
})

describe('get-own-user', () => {
  it('returns the administrator who asks, every field present', async () => {
    const { status, body, etag } = await get()

    expect({ status, body, etag }).toEqual({ status: 200, body: { user: ANN }, etag: expect.stringMatching(/^"1-[\w-]{22}"$/) })
    expect((await get(user('user_2'))).body.user.email).toBe('bob@example.com')
  })

  it('shows the requested fields', async () => {
    expect((await get(user('user_1'), 'fields=email')).body.user).toEqual({ id: 'user_1', email: 'ann@example.com' })
  })

  it.each<[string, Actor]>([
    ['a deleted user', user('user_gone')],
    ['an unknown user', user('user_none')],
    ['a secret key', { type: 'secret-key', id: 'apk_1', identity_id: null }],
    ['a member', memberOf('sel_1')],
    ['an anonymous actor', { type: 'anonymous' }],
  ])('rejects other actors: %s', async (_who, actor) => {
    expect(summary(await get(actor))).toEqual(REFUSED)
  })

  it('rejects an unknown query parameter', async () => {
    expect(summary(await get(user('user_1'), 'limit=1'))).toEqual({
      status: 400,
      type: 'invalid_data',
      message: "Invalid request: Unrecognized fields: 'limit'",
    })
  })
})
