import { readConfig, ServiceConfig } from '@souk/runtime'
import { withDevelopmentServers } from '../start/development-servers.ts'
import { checkLedgers } from './audit.ts'

export const HELP = `npm run check:ledgers

Looks at every gift card and store credit account: its balance must be the sum of its ledger, and what was claimed of it must have arrived.
Writes one line for each of which something does not agree, and then ends with exit code 1. Changes nothing; services may go on meanwhile.

Server: MONGODB_URL and MONGODB_PREFIX, by default those of the development instance in SOUK_HOME.`

/** `npm run check:ledgers`. Resolves to the exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (args.length > 0) throw new Error(`unknown argument ${args[0]}; --help shows how`)
  const config = readConfig(ServiceConfig, await withDevelopmentServers(env, ['MONGODB_URL']))
  return checkLedgers(config.MONGODB_URL, config.MONGODB_PREFIX)
}
