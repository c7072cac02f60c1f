import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SERVICES } from '../../deploy/credentials/processes.ts'
import { bundleService, endBundler } from '../build.mjs'
import { besideInstance } from './beside-instance.ts'
import { ROOT, readStartConfig } from './config.ts'
import { findInstance } from './find-instance.ts'
import { listenForEnd } from './listen-for-end.ts'
import { formatLine } from './log-lines.ts'
import { serviceEnv } from './service-env.ts'

export const HELP = `npm run replica -- <service>

One more replica of a service (${SERVICES.join(', ')}) beside those of the running instance, until Ctrl-C.`

/** `npm run replica -- cart`: an additional replica of a service for the running instance, until Ctrl-C. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const name = SERVICES.find((service) => service === args[0])
  if (!name || args.length > 1) throw new Error(`npm run replica -- <service>, one of ${SERVICES.join(', ')}`)
  const { home, logLevel } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}: npm start`)
  const beside = await besideInstance(home, dev)
  await bundleService(join(ROOT, 'services', name))
  await endBundler()
  const service = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'services', name, 'dist', 'main.js')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // a Ctrl-C in the terminal reaches it once, through us: a second one would end it at once
    env: serviceEnv(name, { ...beside, env, facts: dev, logLevel, port: 0, baseUrl: dev.base_url }),
  })
  service.on('message', ({ metrics_url }: { metrics_url: string }) =>
    console.log(formatLine(name, `ready: ${metrics_url}, process ${service.pid}`)),
  )
  const { ended, interrupted } = listenForEnd(env, new AbortController(), false)
  for (const signaled of [ended, interrupted]) void signaled.then(() => service.kill('SIGTERM'))
  const [code] = await once(service, 'exit')
  return typeof code === 'number' ? code : 0
}
