import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { makeServerFolder } from '../../../tools/infra/server-folder.ts'
import { type Infra, startInfra } from '../../../tools/infra/start-infra.ts'
import { toDocument } from '../src/aggregate/stored.ts'
import { mintOpId } from '../src/ids.ts'
import { startTestService } from '../src/testing.ts'
import { aCounter } from './counters.ts'
import { getCounter, guest, mark, marksService } from './marks-service.ts'

/** Three servers of each kind. Whichever fails, the others continue within the time that an election takes. */
describe.skipIf(!inject('infra').mongod_path)('on a cluster', () => {
  let home: string
  let infra: Infra
  let service: Awaited<ReturnType<typeof startMarks>>
  const actor = guest()
  const params = { id: 'ctr_cluster' }
  const startMarks = () =>
    startTestService(marksService, {
      servers: { NATS_URL: infra.nats_url, MONGODB_URL: infra.mongodb_url, MONGODB_PREFIX: 'failover' },
      env: { JETSTREAM_REPLICAS: '3' },
    })
  const primary = async () => {
    const { hosts, primary: address } = await service.db.admin().command({ hello: 1 })
    return infra.servers.filter(({ name }) => name === 'mongodb')[hosts.indexOf(address)]!
  }
  /** Two of three must hold a write; a restarted server only counts once it has caught up with the primary. */
  const untilAllFollow = () =>
    vi.waitFor(
      async () => {
        await service.db.collection('written').insertOne({}, { writeConcern: { w: 3, wtimeoutMS: 1000 } })
      },
      { interval: 100 },
    )
  const marks = async () => (await service.send(getCounter, { params, actor, tries: 6 })).body.counter?.marks
  /** As the gateway does it: retried under the same op-id. */
  const add = async (name: string) => {
    const op_id = mintOpId(Date.now())
    const send = () => service.send(mark, { params, actor, body: { mark: name }, op_id, deadline: Date.now() + 2000 })
    return vi.waitFor(async () => expect((await send()).status).toBe(200), { interval: 100 })
  }

  beforeAll(async () => {
    home = await makeServerFolder()
    const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...env } = process.env
    infra = await startInfra({ home, env, cluster: true, mongodbArgs: ['--oplogSize', '64'] })
    service = await startMarks()
    await service.deps.counters.insertOne(toDocument(aCounter(params)))
  })
  afterAll(async () => {
    await service?.stop()
    await infra?.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('a killed, frozen or demoted primary is replaced; acknowledged writes survive and are readable at once', async () => {
    await add('before')
    const killed = await primary()
    await killed.kill()
    await add('after the kill')
    expect(await marks()).toEqual(['before', 'after the kill'])
    await killed.start()
    await untilAllFollow()

    const frozen = await primary()
    process.kill(frozen.pid()!, 'SIGSTOP')
    try {
      await add('while it is frozen')
    } finally {
      process.kill(frozen.pid()!, 'SIGCONT')
    }
    expect(await marks()).toContain('while it is frozen')
    await untilAllFollow()

    await service.db
      .admin()
      .command({ replSetStepDown: 2, secondaryCatchUpPeriodSecs: 1, force: true })
      .catch(() => {})
    await add('after it stepped down')
    expect(await marks()).toEqual(['before', 'after the kill', 'while it is frozen', 'after it stepped down'])
  })
})
