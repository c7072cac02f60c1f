import { besideInstance } from './beside-instance.ts'
import { readStartConfig, type ServiceName } from './config.ts'
import type { DevReport } from './dev-channel.ts'
import { findInstance } from './find-instance.ts'
import { formatLine } from './log-lines.ts'
import { serviceEnv } from './service-env.ts'

/**
 * For a `dev` script that is started on its own, such as `npx turbo dev --filter=@souk/cart`: an additional replica of the
 * running instance, or one on the servers in the environment.
 */
export function joinInstance(name: string) {
  return {
    report(message: DevReport) {
      if (message.type === 'line') console.log(formatLine(name, message.text))
      if (message.type === 'ready')
        console.log(formatLine(name, `ready: ${message.url ?? message.metrics_url}, process ${message.pid}`))
    },
    ended: new Promise<void>(() => {}),
    env: environmentOf(name as ServiceName, process.env).catch((error: Error) => {
      console.error(error.message)
      process.exit(1)
    }),
  }
}

async function environmentOf(name: ServiceName, env: NodeJS.ProcessEnv) {
  if (env.NATS_URL || env.NATS_URL_FILE) return env
  const { home, logLevel } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}: npm start, or npm run dev for all services`)
  const beside = await besideInstance(home, dev)
  return serviceEnv(name, { ...beside, env, facts: dev, logLevel, port: 0, baseUrl: dev.base_url })
}
