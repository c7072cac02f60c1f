import { type Bus, type Logger, listen } from '@souk/runtime'

const SUBJECT = 'heartbeat.pricing.*'
/** Consecutive checks without a heartbeat after which a replica counts as silent. */
const SILENT_AFTER = 3

interface HeardReplicasOptions {
  bus: Pick<Bus, 'nc' | 'connected'>
  logger: Logger
}

/**
 * Listens to the heartbeats of this service's replicas. Checks are counted instead of time, so that a pause of this process makes
 * no replica silent.
 */
export function hearReplicas({ bus, logger }: HeardReplicasOptions) {
  const missed = new Map<string, number>()
  const subscription = listen({ nc: bus.nc, logger }, SUBJECT, ({ subject }) => void missed.set(subject, 0))

  return {
    /** To be called periodically. @returns whether a known replica has fallen silent: killed, frozen or ended */
    fellSilent(): boolean {
      if (!bus.connected) return false // nothing can be heard, which says nothing about the replicas
      let fell = false
      for (const [replica, looks] of missed) {
        if (looks < SILENT_AFTER) missed.set(replica, looks + 1)
        else fell = missed.delete(replica)
      }
      return fell
    },
    stop: () => subscription.unsubscribe(),
  }
}
