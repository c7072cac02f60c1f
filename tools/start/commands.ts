import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The files below `tools` with `run` and `HELP` of each of our commands in `package.json`. */
const FILES: Record<string, string> = {
  start: 'start/start.ts',
  background: 'start/background.ts',
  stop: 'start/stop.ts',
  status: 'start/status.ts',
  token: 'start/token.ts',
  dev: 'start/dev.ts',
  replica: 'start/replica.ts',
  'rotate-credentials': 'start/rotate-credentials.ts',
  'retire-key': 'start/retire-key.ts',
  'remove-mfa': 'start/remove-mfa.ts',
  'rotate-signing-key': 'start/rotate-signing-key.ts',
  dashboard: 'clients/dashboard.ts',
  bench: 'bench/main.ts',
  clients: 'clients/main.ts',
  faults: 'faults/main.ts',
  soak: 'soak/main.ts',
  republish: 'republish/main.ts',
  'check-ledgers': 'check-ledgers/main.ts',
  new: 'new/main.ts',
  configuration: 'configuration/main.ts',
  'lint-openapi': 'lint-openapi.ts',
}
/** Started only by `npm start -- --detach`. */
const NOT_FOR_PEOPLE = 'background'

interface Command {
  run: (args: readonly string[], env: NodeJS.ProcessEnv) => number | Promise<number>
  /** The text of `--help`. */
  HELP?: string
}

/**
 * Runs a command, or only prints its help if the arguments ask for it.
 * @returns the exit code
 * @throws Error for an unknown command, and the errors of the command
 */
export async function runCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const file = FILES[name]
  if (file === undefined) throw new Error(`unknown command ${name}: ${namesForPeople().join(', ')}`)
  const { run, HELP } = (await import(pathToFileURL(join(import.meta.dirname, '..', file)).href)) as Command
  if (HELP === undefined || !args.some((arg) => arg === '--help' || arg === '-h')) return run(args, env)
  console.log(HELP)
  return 0
}

const namesForPeople = () => [...Object.keys(FILES).filter((name) => name !== NOT_FOR_PEOPLE), 'test']
