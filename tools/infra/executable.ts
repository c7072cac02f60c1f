import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isRecent, parseVersion, type ServerName } from './versions.ts'

const run = promisify(execFile)

export interface Executable {
  path: string
  version: string
}

/** Runs `<path> --version`; undefined if it is missing, does not run on this machine or is too old. */
export async function inspectExecutable(name: ServerName, path: string): Promise<Executable | undefined> {
  try {
    await access(path, constants.X_OK)
    const { stdout } = await run(path, ['--version'], { timeout: 60_000 })
    const version = parseVersion(stdout)
    return version && isRecent(name, version) ? { path, version } : undefined
  } catch {
    return undefined
  }
}

/** File name of a program on this platform. */
export function programName(name: ServerName) {
  return process.platform === 'win32' ? `${name}.exe` : name
}
