import { execFileSync } from 'node:child_process'
import os from 'node:os'

/** The machine on which the figures were measured. */
export function machineFacts() {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.versions.node,
    commit: commit(),
    measured_at: new Date().toISOString(),
  }
}

/** Of the last minute: above the number of cores others compete with us. */
export const loadAverage = () => Math.round((os.loadavg()[0] ?? 0) * 100) / 100

/** With `+` when the working tree differs from it; null outside of a repository. */
function commit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return null
  }
}
