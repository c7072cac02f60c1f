import { setMaxListeners } from 'node:events'
import {
  type MongoClient,
  MongoOperationTimeoutError,
  type ServerDescription,
  type TopologyDescriptionChangedEvent,
} from 'mongodb'

/**
 * Operations whose deadlines are this close together share a signal: one for each operation would cost more than a small read.
 */
const STEP_MS = 100
/** Even a late operation gets this long, so that it fails cleanly. */
const MIN_MS = 50
const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos'])

const open = new Map<number, AbortController>()

/**
 * A signal that aborts at the deadline (epoch ms), at most 100 ms later, or as soon as another server becomes the primary. The
 * driver has no suitable time-out of its own (`timeoutMS` has no effect since 7.5), and an operation might otherwise wait for
 * ever for a connection that is gone.
 */
export function signalUntil(deadline: number): AbortSignal {
  const now = Date.now()
  const at = Math.ceil(Math.max(deadline, now + MIN_MS) / STEP_MS) * STEP_MS
  const shared = open.get(at)
  if (shared) return shared.signal
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  open.set(at, controller)
  setTimeout(() => {
    if (open.get(at) === controller) open.delete(at)
    controller.abort(new MongoOperationTimeoutError('MongoDB did not answer in time'))
  }, at - now).unref()
  return controller.signal
}

/**
 * Aborts open operations when a server stops being the primary: it may never answer them, or answer without knowing writes that
 * the next primary has acknowledged. A process has one client.
 */
export function endWhatThePrimaryLeaves(client: MongoClient) {
  client.on('topologyDescriptionChanged', (change: TopologyDescriptionChangedEvent) => {
    if (!losesPrimary(change)) return
    const ended = [...open.values()]
    open.clear()
    const reason = new MongoOperationTimeoutError('MongoDB has another primary, or none')
    for (const controller of ended) controller.abort(reason)
  })
}

function losesPrimary({ previousDescription, newDescription }: TopologyDescriptionChangedEvent): boolean {
  if (newDescription.servers.size === 0) return false // the client is closed
  for (const [address, before] of previousDescription.servers) {
    if (WRITABLE.has(before.type) && !isSameTerm(before, newDescription.servers.get(address))) return true
  }
  return false
}

const isSameTerm = (before: ServerDescription, now: ServerDescription | undefined): boolean =>
  now?.type === before.type && (now.electionId?.equals(before.electionId ?? '') ?? before.electionId == null)
