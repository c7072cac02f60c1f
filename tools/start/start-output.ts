import { join } from 'node:path'
import { type DevJson, refusedAccounts } from './dev-json.ts'
import { formatLine } from './log-lines.ts'
import { renderScreen } from './screen.ts'

export interface OutputOptions {
  /** Absolute. */
  home: string
  /** In it, npm states where the command was typed. */
  env: NodeJS.ProcessEnv
  detached: boolean
  /** One JSON object on standard output instead of the screen; everything else goes to standard error. */
  json: boolean
  /** Errors only. */
  quiet: boolean
}

/** The output of a command that starts an instance. */
export function createOutput({ home, env, detached, json, quiet }: OutputOptions) {
  const say = json ? console.error : console.log
  return {
    print: (line: string) => (json || quiet ? undefined : console.log(line)),
    onLine: (part: string, line: string) => say(formatLine(part, line)),

    /** @param seconds undefined for an instance that was already running */
    ready(dev: DevJson, seconds: number | undefined, { files = true } = {}) {
      if (json) console.log(JSON.stringify(summary(dev, seconds)))
      else if (!quiet) showScreen(dev, seconds, files)
      const refused = refusedAccounts(dev)
      if (refused.length > 0) console.error(warning(refused))
    },
  }

  function showScreen(dev: DevJson, seconds: number | undefined, files: boolean) {
    const isElsewhere = detached || seconds === undefined
    const logs = isElsewhere ? join(home, 'logs') : 'here'
    const stop = isElsewhere ? 'npm run stop' : 'Ctrl-C'
    console.log(renderScreen(dev, { home, from: env.INIT_CWD ?? process.cwd(), seconds, stop, logs, files }))
  }

  /** The seed only adds what is missing. */
  function warning(refused: readonly string[]) {
    const remedy = env.MONGODB_URL
      ? 'To make all accounts anew, drop the databases souk_* of MONGODB_URL'
      : 'npm start -- --fresh makes all accounts anew, and deletes all data'
    return `Warning: ${refused.join(', ')}: changed or deleted, so the log-in was refused and the token is void.\n${remedy}`
  }

  function summary({ base_url, docs_url, pid }: DevJson, seconds: number | undefined) {
    const files = { dev_json: join(home, 'dev.json'), requests: join(home, 'requests.http'), logs: join(home, 'logs') }
    const started = seconds !== undefined
    return { base_url, docs_url, pid, home, ...files, started, seconds: started ? Number(seconds.toFixed(1)) : null }
  }
}

export type Output = ReturnType<typeof createOutput>

/** Since the command was typed, including the installation. */
export const secondsSinceStart = () => performance.now() / 1000
