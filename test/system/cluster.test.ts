import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DevJson } from '../../tools/start/dev-json.ts'
import { END_MS, readDev, START_MS, send, souk, untilEnded } from './instance-commands.ts'

/** Connects like an outsider who knows the address of one server, but no password. */
async function countCarts(member: string) {
  const client = new MongoClient(`mongodb://${member}/?directConnection=true`, { serverSelectionTimeoutMS: 10_000 })
  try {
    return await client.db('souk_cart').collection('carts').countDocuments()
  } finally {
    await client.close()
  }
}

describe('npm start -- --cluster', { timeout: START_MS }, () => {
  let home: string
  let dev: DevJson
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-cluster-'))
    const { code, stdout, stderr } = await souk(home, ['start', '--detach', '--cluster'])
    const log = code === 0 ? '' : await readFile(join(home, 'logs', 'gateway.log'), 'utf8').catch(String)
    expect({ code, stderr }, stdout + log).toEqual({ code: 0, stderr: '' })
    dev = await readDev(home)
  }, START_MS)
  afterAll(async () => {
    await souk(home, ['stop'])
    await rm(home, { recursive: true, force: true })
  })

  const server = (name: string, replica: number) =>
    dev.processes.find((one) => one.name === name && one.replica === replica) ?? expect.fail(`no ${name} ${replica}`)
  /** A read and a write for which the running instance promises a status. */
  async function answers() {
    for (const name of ['sellers.get-member', 'pricing.create-price-list-price']) {
      const { status, ...request } = dev.examples[name] ?? expect.fail(`no example ${name}`)
      const answer = await send(dev, request)
      expect(answer.status, answer.text).toBe(status)
    }
  }

  it('runs three servers of each kind, which require passwords', async () => {
    for (const name of ['nats', 'mongodb']) expect(dev.processes.filter((one) => one.name === name)).toHaveLength(3)

    const members = dev.mongodb_url.match(/127\.0\.0\.1:\d+/g) ?? []
    expect(members).toHaveLength(3)
    for (const member of members) await expect(countCarts(member)).rejects.toThrow(/requires authentication/)
    await vi.waitFor(answers, { timeout: END_MS, interval: 250 })
  })

  it.each([
    ['mongodb', 0],
    ['nats', 1],
  ])('continues while %s %i is frozen and then killed, and restarts it', async (name, replica) => {
    const { pid } = server(name, replica)

    process.kill(pid, 'SIGSTOP') // a killed one would be restarted at once
    await vi.waitFor(answers, { timeout: END_MS, interval: 250 })
    process.kill(pid, 'SIGKILL')

    await vi.waitFor(answers, { timeout: END_MS, interval: 250 })
    await vi.waitFor(
      async () => {
        dev = await readDev(home)
        expect(server(name, replica).pid).not.toBe(pid)
      },
      { timeout: END_MS, interval: 100 },
    )
  })

  it('leaves no processes when it is stopped', async () => {
    expect((await souk(home, ['stop'])).code).toBe(0)

    await untilEnded(dev)
  })
})
