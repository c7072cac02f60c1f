// The operators' commands, for the profile `operate` of docker-compose.yml: `node operate.mjs <command>`. It has no user of its
// own, and uses NATS and MongoDB as the process whose records a command is about.
//   check-ledgers         checks every gift card and store credit account; exit code 1 if any does not match its ledger
//   republish --from …    publishes events again, with the options of `npm run republish`
//   retire-key <kid>      makes void every token that this key has signed
//   remove-mfa <user|seller|customer> <e-mail>   removes the second factor of a log-in
import { readFileSync } from 'node:fs'
import { ActorType, removeMfa, retireSigningKey } from '@souk/contracts'
import { readConfig, ServiceConfig, streamLimits } from '@souk/runtime'
import { askAsOperator } from '../tools/ask-as-operator.ts'
import { checkLedgers } from '../tools/check-ledgers/audit.ts'
import { readOptions } from '../tools/republish/options.ts'
import { republishOf } from '../tools/republish/republish-of.ts'
import { type ProcessName, SERVICES } from './credentials/processes.ts'
import { addressFile } from './credentials/write-addresses.ts'

const { CREDENTIALS = '/credentials' } = process.env
const read = (name: ProcessName, what: 'nats_url' | 'mongodb_url') =>
  readFileSync(addressFile(CREDENTIALS, name, what), 'utf8').trim()

const [command, ...args] = process.argv.slice(2)
try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<number> {
  const config = readConfig(ServiceConfig, process.env)
  const { MONGODB_PREFIX: prefix } = config
  if (command === 'check-ledgers' && args.length === 0) return checkLedgers(read('cart', 'mongodb_url'), prefix)
  if (command === 'republish') {
    const options = readOptions(args)
    for (const name of SERVICES.filter((one) => options.services.includes(one))) {
      const addresses = { natsUrl: read(name, 'nats_url'), mongodbUrl: read(name, 'mongodb_url') }
      await republishOf({ ...options, services: [name] }, addresses, { name, prefix, stream: streamLimits(config) })
    }
    return 0
  }
  if (command === 'retire-key' && args.length === 1) {
    const { retired_at } = await askAsOperator(read('gateway', 'nats_url'), retireSigningKey, { kid: args[0]! }, 'gateway')
    console.log(`${args[0]} is retired since ${retired_at}`)
    return 0
  }
  const actor_type = ActorType.safeParse(args[0])
  if (command === 'remove-mfa' && args.length === 2 && actor_type.success) {
    const body = { actor_type: actor_type.data, email: args[1]! }
    const { is_removed } = await askAsOperator(read('gateway', 'nats_url'), removeMfa, body, 'gateway')
    console.log(is_removed ? 'The second factor is removed' : 'There was no second factor')
    return 0
  }
  console.error(
    'usage: operate.mjs check-ledgers | republish --from <time> [--service …] [--dry-run] | retire-key <kid> | remove-mfa <user|seller|customer> <e-mail>',
  )
  return 2
}
