import { write, writeSync } from 'node:fs'

const STDOUT = 1
const FLUSH_MS = 200
const FLUSH_BYTES = 8192
/** Most characters that wait while the output accepts nothing. Further lines are dropped. */
const MAX_WAITING = 1024 * 1024
const RETRY_MS = 50
/** Attempts to write to a busy output at the end of the process. */
const LAST_TRIES = 10

let dropped = 0

/** The number of log lines of this process that could not be written, for example to a full disk. */
export const droppedLogLines = () => dropped

/**
 * Buffered standard output for log lines: each is written within 200 ms, and all before the process ends. Lines that cannot be
 * written are dropped and counted; a blocked output keeps a process neither from working nor from ending.
 */
export function createLogOutput(fd = STDOUT) {
  let waiting = ''
  let lines = 0
  let writing = false
  /** The last write ended in the middle of a line. */
  let torn = false
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()
  process.once('exit', flushSync)

  function take() {
    const batch = { bytes: Buffer.from(torn ? `\n${waiting}` : waiting), lines }
    waiting = ''
    lines = 0
    torn = false
    return batch
  }

  function flush() {
    if (writing || waiting === '') return
    writing = true
    const { bytes, lines } = take()
    put(bytes, lines)
  }

  function put(bytes: Buffer, lines: number) {
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error && isBusy(error)) return void setTimeout(put, RETRY_MS, bytes, lines).unref()
      if (error) drop(bytes, lines)
      else if (written < bytes.length) return put(bytes.subarray(written), lines)
      writing = false
      if (waiting.length >= FLUSH_BYTES) flush()
    })
  }

  function drop(bytes: Buffer, lines: number) {
    const left = Math.min(lines, countLines(bytes))
    torn = left < lines
    dropped += left
  }

  /** Flushes the waiting lines; those being written at this moment are left to the system. */
  function flushSync() {
    if (waiting === '') return
    let { bytes, lines } = take()
    for (let tries = 0; bytes.length > 0; ) {
      try {
        bytes = bytes.subarray(writeSync(fd, bytes))
      } catch (error) {
        if (!isBusy(error) || ++tries > LAST_TRIES) return drop(bytes, lines)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
      }
    }
  }

  return {
    write(line: string) {
      if (waiting.length > MAX_WAITING) {
        dropped++
        return
      }
      waiting += line
      lines++
      if (waiting.length >= FLUSH_BYTES) flush()
    },
    flushSync,
  }
}

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '')

function countLines(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === 0x0a) count++
  return count
}
