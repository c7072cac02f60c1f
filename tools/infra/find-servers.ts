import { fromCache } from './cache.ts'
import type { Executable } from './executable.ts'
import { fromDocker } from './from-docker.ts'
import { bringPackages } from './from-packages.ts'
import { fromPath } from './from-path.ts'
import { bringRelease } from './from-releases.ts'
import { noServersMessage } from './no-servers.ts'
import { SERVERS, type ServerName } from './versions.ts'

/** A way to run a server, and its source, in words for the start output. */
export type Program = { source: string } & (
  | { kind: 'executable'; path: string; version: string }
  | { kind: 'image'; image: string }
)

type Found = Partial<Record<ServerName, Program>>

/**
 * Finds a way to run each of `names`: an installed server, one downloaded by an earlier start, the official releases, the Python
 * package index, Docker. `report` is called for steps that take time.
 *
 * @throws Error with the four remedies if there is none
 */
export async function findServers<Name extends ServerName>(
  names: readonly Name[],
  { env = process.env, report = () => {} }: { env?: NodeJS.ProcessEnv; report?: (line: string) => void } = {},
): Promise<Record<Name, Program>> {
  const found: Found = {}
  const reasons: string[] = []
  const missing = () => names.filter((name) => !found[name])
  const look = async (source: string, find: (name: ServerName) => Promise<Executable | undefined>) => {
    const executables = await Promise.all(missing().map(async (name) => ({ name, executable: await find(name) })))
    for (const { name, executable } of executables) if (executable) found[name] = { kind: 'executable', source, ...executable }
  }

  await look('PATH', (name) => fromPath(name, env))
  await look('cache', (name) => fromCache(name, env))
  if (missing().length > 0) {
    report(`looking for ${missing().join(' and ')} at the official releases`)
    const outcomes = await Promise.allSettled(missing().map((name) => bringRelease(name, env)))
    reasons.push(...failures('official releases', outcomes))
    await look('official release', (name) => fromCache(name, env))
  }
  if (missing().length > 0) {
    report(`installing ${missing().join(' and ')} from the Python package index`)
    reasons.push(...failures('Python package index', await Promise.allSettled([bringPackages(env)])))
    await look('Python package index', (name) => fromCache(name, env))
  }
  for (const name of missing()) {
    const outcomes = await Promise.allSettled([fromDocker(name, env)])
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') found[name] = { kind: 'image', source: 'Docker', image: outcome.value }
    reasons.push(...failures('Docker', outcomes))
  }
  if (missing().length > 0) throw new Error(noServersMessage(missing(), [...oldServers(missing()), ...new Set(reasons)]))
  return found as Record<Name, Program>
}

function failures(source: string, outcomes: readonly PromiseSettledResult<unknown>[]) {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [`${source}: ${describe(outcome.reason)}`] : []))
}

function oldServers(names: readonly ServerName[]) {
  return names.map((name) => `PATH and cache: no ${name} ${SERVERS[name].oldest.join('.')} or newer that runs here`)
}

function describe(reason: unknown) {
  if (!(reason instanceof Error)) return String(reason)
  return reason.cause instanceof Error ? `${reason.message} (${reason.cause.message})` : reason.message
}
