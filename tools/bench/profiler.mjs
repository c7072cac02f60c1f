// Loaded into a process before its program when profiles are wanted: SIGWINCH (which nobody else minds) starts a CPU profile,
// the next one writes it.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

/** Often enough for seconds, seldom enough to slow nothing down by much. */
const INTERVAL_US = 1000
let session

process.on('SIGWINCH', () => {
  if (!session) {
    session = new Session()
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
    session.post('Profiler.start')
    return
  }
  session.post('Profiler.stop', (_error, result) => {
    const file = join(process.env.BENCH_PROFILES, `${process.pid}.cpuprofile`)
    writeFileSync(`${file}.part`, JSON.stringify(result.profile))
    renameSync(`${file}.part`, file)
  })
  session.disconnect()
  session = undefined
})
