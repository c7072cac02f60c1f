import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { isAway } from '../store/mongo-errors.ts'
import type { CollectionRelay } from './collection-relay.ts'

const WARN_EVERY_MS = 10_000

interface RoundOptions {
  bus: Pick<Bus, 'connected'>
  relays: ReadonlyMap<string, CollectionRelay>
  /** Aggregates whose events wait to be published. */
  waiting: () => number
  logger: Logger
  metrics: Metrics | undefined
}

/** Publishes what waits in all collections, and reports failures, at most every ten seconds. */
export function createPublishRounds({ bus, relays, waiting, logger, metrics }: RoundOptions) {
  let warnedAt = 0

  /** Never rejects. @param all remove all published events at once @returns false if not all could be published, and removed */
  async function flushAll(all = false): Promise<boolean> {
    if (!bus.connected) return false
    const outcomes = await Promise.allSettled(
      [...relays.values()].map(async (relay) => {
        // A failure to publish must not keep published events from being removed.
        const [published, removed] = await Promise.allSettled([relay.publish(), relay.removePublished()])
        if (all) await relay.removePublished(true)
        if (removed.status === 'rejected') throw removed.reason
        if (published.status === 'rejected') throw published.reason
        return published.value
      }),
    )
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    const published = outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
    if (published > 0) metrics?.count('souk_events_published_total', 'Events handed to JetStream', published)
    if (failed) warn(failed.reason)
    return failed === undefined
  }

  /**
   * While MongoDB is away and nothing waits here, there is nothing to report: the sweep finds events left in aggregates once it
   * is back.
   */
  function warn(error: unknown) {
    metrics?.count('souk_event_failures_total', 'Rounds in which not all events could be published')
    const aggregates = waiting()
    if ((aggregates === 0 && isAway(error)) || Date.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = Date.now()
    const what =
      aggregates > 0 ? 'events cannot be published; they wait in their aggregates' : 'the outboxes cannot be looked through'
    logger.error({ err: error, aggregates }, what)
  }

  return { flushAll, warn }
}
