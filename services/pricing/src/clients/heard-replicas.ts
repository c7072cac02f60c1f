import { type Bus, type Logger, listen } from '@souk/runtime'

const SUBJECT = 'heartbeat.pricing.*'
/** Looks in a row at which nothing was heard of a replica since the last one. */
const SILENT_AFTER = 3

interface HeardReplicasOptions {
  bus: Pick<Bus, 'nc' | 'connected'>
  logger: Logger
}

/** Hears of the replicas of this service. Looks count rather than time: a pause of our own makes nobody silent. */
export function hearReplicas({ bus, logger }: HeardReplicasOptions) {
  const missed = new Map<string, number>()
  const subscription = listen({ nc: bus.nc, logger }, SUBJECT, ({ subject }) => void missed.set(subject, 0))

  return {
    /** To be called again and again. @returns whether a known replica has fallen silent: killed, frozen or ended */
    fellSilent(): boolean {
      if (!bus.connected) return false // we hear nobody, which says nothing of them
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
