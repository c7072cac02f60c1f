import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { commandLine, isRunning } from './process-state.ts'

const WAIT_STEP_MS = 20
const WAIT_STEPS = 250

/**
 * Ends a server that an earlier start left running because its parent and its watchdog were both killed. Only affects a process
 * that still is that program with that file's folder in its arguments: process ids are reused.
 */
export function endLeftover(pidFile: string, command: string) {
  const pid = readPid(pidFile)
  if (!pid || !isRunning(pid)) return
  const line = commandLine(pid)
  if (!line.includes(basename(command)) || !line.includes(folderOf(pidFile))) return
  process.kill(pid, 'SIGKILL')
  for (let step = 0; step < WAIT_STEPS && isRunning(pid); step++) pause(WAIT_STEP_MS)
}

function readPid(file: string) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function folderOf(pidFile: string) {
  return pidFile.replace(/\.pid$/, '')
}

function pause(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
