import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** CPU seconds that a process has used so far, in user and system mode, all its threads. Undefined when it is gone. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    }
    return secondsOf(execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim())
  } catch {
    return undefined
  }
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, as `ps` prints CPU time. */
export function secondsOf(text: string): number {
  const [, days = '0', clock = ''] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? []
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400
}

/** CPU seconds that all processes of this machine have used; undefined where that is not known. */
export function machineCpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks = 0) => sum + ticks, 0) / TICKS_PER_SECOND
}
