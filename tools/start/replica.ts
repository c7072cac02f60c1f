import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SERVICES } from '../../deploy/credentials/processes.ts'
import { bundleService, endBundler } from '../build.mjs'
import { ROOT, readStartConfig } from './config.ts'
import { findInstance } from './find-instance.ts'
import { ownAddresses } from './own-addresses.ts'
import { loadSecrets } from './secrets.ts'
import { serviceEnv } from './service-env.ts'

/** `npm run replica -- cart`: one more replica of a service, beside those of the running instance, until Ctrl-C. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const name = SERVICES.find((service) => service === args[0])
  if (!name || args.length > 1) throw new Error(`npm run replica -- <service>, one of ${SERVICES.join(', ')}`)
  const { home, log_level = 'info' } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}: npm start`)
  const secrets = await loadSecrets(home)
  await bundleService(join(ROOT, 'services', name))
  await endBundler()
  const addresses = { ...dev, nats_monitor_url: undefined, own: ownAddresses(dev, secrets) }
  const cluster = dev.processes.filter((part) => part.name === 'nats').length > 1
  const service = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'services', name, 'dist', 'main.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: serviceEnv(name, { home, env, addresses, secrets, facts: dev, log_level, port: 0, cluster }),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal))
  const [code] = await once(service, 'exit')
  return typeof code === 'number' ? code : 0
}
