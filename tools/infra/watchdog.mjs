// Ends processes once the process that started this one has ended, even by `kill -9`: standard input is a pipe from it. Each line
// on it is `+pid <n>`, `-pid <n>`, `+container <name>` or `-container <name>`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const GRACE_MS = 3000
const watched = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('+')) watched.add(line.slice(1))
  if (line.startsWith('-')) watched.delete(line.slice(1))
}

end('SIGTERM')
const deadline = Date.now() + GRACE_MS
while (watched.size > 0 && Date.now() < deadline) {
  await sleep(50)
  for (const entry of watched) if (!isAlive(entry)) watched.delete(entry)
}
end('SIGKILL')

function end(signal) {
  for (const entry of watched) {
    const [kind, name] = entry.split(' ')
    try {
      if (kind === 'pid') process.kill(Number(name), signal)
      else execFileSync('docker', ['rm', '--force', name], { stdio: 'ignore' })
    } catch {
      watched.delete(entry)
    }
  }
}

function isAlive(entry) {
  const [kind, name] = entry.split(' ')
  try {
    return kind === 'pid' && process.kill(Number(name), 0) && !isDefunct(name)
  } catch {
    return false
  }
}

/** A dead process that is not reaped by its new parent still accepts signals. */
function isDefunct(pid) {
  if (process.platform !== 'linux') return false
  return /^.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
