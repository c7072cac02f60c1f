import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDevelopmentServers } from './development-servers.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'souk-servers-'))
})
afterAll(() => rm(home, { recursive: true }))

it.each([{ MONGODB_URL: 'mongodb://elsewhere' }, { MONGODB_URL_FILE: '/run/mongodb_url' }, { NATS_URL: 'nats://elsewhere' }])(
  'servers named in the environment are used: %j',
  async (named) => {
    const env = { SOUK_HOME: home, ...named }

    expect(await withDevelopmentServers(env, ['NATS_URL', 'MONGODB_URL'])).toBe(env)
  },
)

it('without an instance the error names the variables', async () => {
  const refusal = (names: Parameters<typeof withDevelopmentServers>[1]) =>
    withDevelopmentServers({ SOUK_HOME: home }, names).catch((error: Error) => error.message)

  expect(await refusal(['MONGODB_URL'])).toBe(`No instance runs in ${home}; MONGODB_URL names another server`)
  expect(await refusal(['NATS_URL', 'MONGODB_URL'])).toBe(
    `No instance runs in ${home}; NATS_URL and MONGODB_URL name other servers`,
  )
})
