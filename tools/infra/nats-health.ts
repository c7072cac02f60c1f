import { statfs } from 'node:fs/promises'

const TIMEOUT_MS = 1000
/** With less disk space it would only fail again. */
const ROOM_BYTES = 32 * 1024 * 1024

/**
 * Why a NATS server must be restarted, if it must: after its disk was full, it accepts nothing into the stream that it could not
 * write, however much space there is now. Undefined for everything that passes by itself.
 */
export async function natsNeedsRestart(monitorUrl: string, store: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${monitorUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { error = '' } = (await response.json()) as { error?: string }
    if (!error.includes('write error')) return undefined
    const { bavail, bsize } = await statfs(store)
    return bavail * bsize >= ROOM_BYTES ? error : undefined
  } catch {
    return undefined
  }
}
