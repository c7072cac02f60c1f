import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { natsInfo } from './nats.ts'
import { isRunning } from './process-state.ts'
import { type Infra, startInfra } from './start-infra.ts'

const ownServers = { ...process.env, NATS_URL: undefined, MONGODB_URL: undefined }

describe.skipIf(!inject('infra').mongod_path)('development servers', () => {
  let home: string
  let infra: Infra
  const unexpected = vi.fn()
  const start = () => startInfra({ home, env: ownServers, onUnexpectedExit: unexpected })

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-infra-'))
    infra = await start()
  })
  afterAll(async () => {
    await infra.stop()
    await rm(home, { recursive: true, force: true })
  })

  const withNotes = async <T>(work: (notes: ReturnType<typeof notesOf>) => Promise<T>) => {
    const client = new MongoClient(infra.mongodb_url)
    try {
      return await work(notesOf(client))
    } finally {
      await client.close()
    }
  }
  const notesOf = (client: MongoClient) => client.db('infra_test').collection<{ _id: string }>('notes')

  it('answer, with JetStream and as a replica set without server-side JavaScript', async () => {
    const { hostname, port } = new URL(infra.nats_url)

    await expect(natsInfo(hostname, Number(port))).resolves.toMatchObject({ jetstream: true })
    const jetstream = (await (await fetch(`${infra.natsMonitorUrl}/jsz`)).json()) as { config: { sync_interval: number } }
    expect(jetstream.config.sync_interval).toBe(1_000_000_000)
    await withNotes(async (notes) => {
      await expect(notes.find({ $where: 'true' }).toArray()).rejects.toThrow(/disabled|no globalScriptEngine/i)
    })
  })

  it('keep addresses and data when they are killed and restarted', async () => {
    await withNotes((notes) => notes.insertOne({ _id: 'before the crash' }, { writeConcern: { w: 'majority', journal: true } }))

    await infra.mongodb?.kill()
    await infra.nats?.kill()
    await infra.nats?.start()
    await infra.mongodb?.start()

    await withNotes(async (notes) => expect(await notes.countDocuments({ _id: 'before the crash' })).toBe(1))
    expect(unexpected).not.toHaveBeenCalled()
  })

  it('report when one of them exits by itself', async () => {
    process.kill(infra.nats?.pid() ?? 0, 'SIGKILL')

    await vi.waitFor(() => expect(unexpected).toHaveBeenCalledWith(infra.nats))
    await infra.nats?.start()
  })

  it('keep the data when the port has to change', async () => {
    await withNotes((notes) => notes.insertOne({ _id: 'before the move' }))
    await infra.stop()
    const ports = JSON.parse(await readFile(join(home, 'ports.json'), 'utf8'))
    await writeFile(join(home, 'ports.json'), JSON.stringify({ ...ports, mongodb: undefined }))

    infra = await start()

    await withNotes(async (notes) => {
      await notes.insertOne({ _id: 'after the move' })
      expect(await notes.countDocuments({ _id: { $in: ['before the move', 'after the move'] } })).toBe(2)
    })
  })
})

describe.skipIf(!inject('infra').mongod_path || process.platform === 'win32')(
  'when the process that started the servers is killed',
  () => {
    let home: string
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'souk-infra-'))
    })
    afterAll(() => rm(home, { recursive: true, force: true }))

    it('they exit too', async () => {
      const { parent, pids } = await startInChild(home)
      expect(pids).toHaveLength(2)

      parent.kill('SIGKILL')

      await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]))
    })

    it('together with the watchdog, the next start ends them and takes over', async () => {
      const { parent, pids, watchdog } = await startInChild(home)
      process.kill(watchdog, 'SIGKILL')
      await vi.waitFor(() => expect(isRunning(watchdog)).toBe(false))
      parent.kill('SIGKILL')
      await once(parent, 'exit')
      expect(pids).toHaveLength(2)
      expect(pids.filter(isRunning)).toEqual(pids)

      const infra = await startInfra({ home, env: ownServers })

      expect(pids.filter(isRunning)).toEqual([])
      await infra.stop()
    })
  },
)

async function startInChild(home: string): Promise<{ parent: ChildProcess; pids: number[]; watchdog: number }> {
  const script = `
    import { startInfra } from ${JSON.stringify(join(import.meta.dirname, 'start-infra.ts'))}
    const infra = await startInfra({ home: ${JSON.stringify(home)} })
    console.log(JSON.stringify({ pids: infra.processes().map(({ pid }) => pid), watchdog: infra.watchdog.pid }))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ownServers,
  })
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  return { parent, ...JSON.parse(line) }
}
