import { listAuthProviders } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

const list = (actor_type: string, query = '') =>
  service.send(listAuthProviders, { params: { actor_type: actor_type as 'user' }, query })

describe('list-auth-providers', () => {
  it.each(['user', 'seller', 'customer'])('offers e-mail and password to the actor type %s', async (actor_type) => {
    const { status, body } = await list(actor_type)

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        providers: [
          { id: 'emailpass', identifier: 'emailpass', display_name: 'Email/Password Authentication', flow: 'credentials' },
        ],
      },
    })
  })

  it('rejects an unknown actor type', async () => {
    const { status, body } = await list('robot')

    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "Invalid request: Expected: 'user, seller, customer' for field 'actor_type', but got: 'robot'",
    })
  })

  it('rejects an unknown query parameter', async () => {
    expect((await list('user', 'q=x')).body.message).toBe("Invalid request: Unrecognized fields: 'q'")
  })
})
