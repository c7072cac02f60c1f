import { join } from 'node:path'
import { connectBus, createLogger } from '@souk/runtime'
import { DEVELOPMENT_OPERATOR, ensureMongodbUsers } from '../../deploy/credentials/mongodb-users.ts'
import { natsAuthorization } from '../../deploy/credentials/nats-authorization.ts'
import { PROCESSES, type ProcessName } from '../../deploy/credentials/processes.ts'
import { natsUrlFor, withNewer, withoutFormer } from '../../deploy/credentials/server-credentials.ts'
import { writeAddresses, writeSecret } from '../../deploy/credentials/write-addresses.ts'
import { memberFolder } from '../infra/cluster.ts'
import { natsUsersFile } from '../infra/nats.ts'
import { readStartConfig } from './config.ts'
import { type DevJson, findDevJson } from './dev-json.ts'
import { findInstance } from './find-instance.ts'
import { findJoinedReplicas } from './joined-replicas.ts'
import { ownAddresses } from './own-addresses.ts'
import { restartProcess } from './restart-process.ts'
import { loadSecrets, type Secrets, saveSecrets } from './secrets.ts'
import { addressesFolder } from './service-env.ts'

export const HELP = `npm run rotate-credentials [-- cart …]

New NATS and MongoDB passwords for all processes of the running instance (SOUK_HOME, default .souk), or for those that are named
(${PROCESSES.join(', ')}), while it goes on answering. Not for servers of your own (NATS_URL,
MONGODB_URL). Replicas that npm run replica or npm run dev started must be ended before.`

/**
 * `npm run rotate-credentials [-- cart …]`: new NATS and MongoDB passwords for all processes of the running instance, or for the
 * named ones, without downtime. New users are valid alongside the old ones at first; then services are restarted, one by one, and
 * the gateway logs in again by itself; then the old users are removed.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const unknown = args.find((arg) => !PROCESSES.some((name) => name === arg))
  if (unknown !== undefined) throw new Error(`unknown process ${unknown}; known: ${PROCESSES.join(', ')}`)
  const names = args.length > 0 ? (args as readonly ProcessName[]) : PROCESSES
  const { home } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}`)
  const secrets = await loadSecrets(home)
  const own = ownAddresses(dev, secrets)
  if (!own.nats_url || !own.mongodb_url)
    throw new Error('this instance runs on servers that are not its own: change their users there')
  const { nats_url, mongodb_url } = own
  await assertNoneJoined(dev, names)

  /** Applies the users in `servers` to every server. */
  async function apply(servers: Secrets['servers']) {
    await saveSecrets(home, { ...secrets, servers })
    const running = (await findDevJson(home)) ?? dev!
    reloadNats(home, running, natsAuthorization(servers))
    await ensureMongodbUsers(mongodb_url, servers, DEVELOPMENT_OPERATOR)
    // Makes sure that every server accepts the newest password before it is used.
    const newest = natsUrlFor(nats_url, servers.nats[names[0]!][0])
    for (const url of newest.split(',')) await canConnect(url, names[0]!)
  }

  const both = withNewer(secrets.servers, names) as Secrets['servers']
  await apply(both)
  writeAddresses(addressesFolder(home), own, both)
  for (const part of dev.processes)
    if (part.name !== 'gateway' && names.some((one) => one === part.name)) await restartProcess(home, part)
  await apply(withoutFormer(both) as Secrets['servers'])
  console.log(`New credentials: ${names.join(', ')}. Those of before count no more.`)
  return 0
}

/** Such a replica would go on with the removed MongoDB user; gateways read their address again, and have none there. */
async function assertNoneJoined(dev: DevJson, names: readonly ProcessName[]) {
  const joined = (await findJoinedReplicas(dev)).filter(({ name }) => name !== 'gateway' && names.some((one) => one === name))
  if (joined.length === 0) return
  const which = joined.map(({ name, pid }) => `${name} (process ${pid})`).join(', ')
  throw new Error(`end these replicas first, which npm start did not start, and start them again afterwards: ${which}`)
}

function reloadNats(home: string, { processes }: DevJson, users: string) {
  const servers = processes.filter(({ name }) => name === 'nats')
  const data = join(home, 'data')
  for (const { replica, pid } of servers) {
    writeSecret(natsUsersFile(servers.length > 1 ? memberFolder(data, 'nats', replica) : data), users)
    process.kill(pid, 'SIGHUP')
  }
}

/** @param name of the user's process: it may subscribe only to replies to that name */
async function canConnect(url: string, name: ProcessName) {
  const bus = await connectBus({ url, name, logger: createLogger('rotation', 'silent') })
  await bus.close()
}
