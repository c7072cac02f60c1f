import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether the process runs. Also checks its state: a dead process that is not reaped still accepts `kill(pid, 0)`. */
export function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const state = processState(pid)
  return state === undefined || !/^[ZX]/.test(state)
}

/** Its command line, or an empty text if unknown. */
export function commandLine(pid: number) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * When the process started, in the system's own format: distinguishes it from a later process with the same id. Empty if unknown.
 */
export function startedAt(pid: number) {
  try {
    if (process.platform === 'linux') return statFields(pid)[19] ?? ''
    if (process.platform !== 'win32') return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
  return ''
}

/** Id of its parent process; undefined if unknown. */
export function parentOf(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') return Number(statFields(pid)[1]) || undefined
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })) || undefined
  } catch {
    return undefined
  }
}

/** The fields after the name in `/proc/<pid>/stat`: state, parent, … The name itself may contain spaces. */
function statFields(pid: number) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
}

function processState(pid: number) {
  try {
    if (process.platform === 'linux') return statFields(pid)[0]
    if (process.platform !== 'win32') return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'X'
  }
  return undefined
}
