import { delimiter, join } from 'node:path'
import { inspectExecutable, programName } from './executable.ts'
import type { ServerName } from './versions.ts'

/** A server that is installed on this machine: the first one on `PATH` that runs and is recent enough. */
export async function fromPath(name: ServerName, env: NodeJS.ProcessEnv) {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const found = await inspectExecutable(name, join(folder, programName(name)))
    if (found) return found
  }
  return undefined
}
