import { once } from 'node:events'
import { readValues } from '../start/arguments.ts'
import { readStartConfig } from '../start/config.ts'
import { findInstance } from '../start/find-instance.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { BACKEND_PLACEHOLDER, bringClientPackages, DASHBOARD_BASE } from './client-packages.ts'
import { serveClient } from './serve-client.ts'

export const HELP = `npm run dashboard -- [--port 9001]

Serves Medusa's admin dashboard (unmodified) for the running instance, until Ctrl-C. Installed on first use into the cache folder (~/.cache/souk): 400 MB, some minutes.

  --port   on 127.0.0.1; default 9001, 0 for any free one

SOUK_HOME (default .souk) says which instance.`

const PORT = 9001
const MAX_PORT = 65_535

/** `npm run dashboard`. Resolves to the exit code when a signal ends it. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const port = portOf(args)
  const { home } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}: npm start`)
  return untilInterrupted(async (signal, onEnd) => {
    const { dashboard } = await bringClientPackages(env, console.log)
    const client = await serveClient({
      folder: dashboard,
      base: DASHBOARD_BASE,
      replace: { [BACKEND_PLACEHOLDER]: dev.base_url },
      port,
    })
    onEnd(client.close)
    console.log(`Dashboard   ${client.url}\nLog in      ${dev.admin.email}  ${dev.admin.password}\nStop        Ctrl-C`)
    if (!signal.aborted) await once(signal, 'abort')
    return 0
  })
}

function portOf(args: readonly string[]): number {
  const text = new Map(readValues(args, ['port'])).get('port')
  const port = text === undefined ? PORT : Number(text)
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new Error(`--port ${text} must be from 0 to ${MAX_PORT}`)
  return port
}
