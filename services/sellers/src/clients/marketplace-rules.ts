import { type Configuration, DEFAULT_CONFIGURATION, findConfiguration } from '@souk/contracts'
import type { Bus } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/**
 * The rules of what sellers may do, which belong to `pricing`. Never cached: whatever begins after an administrator was answered
 * goes by the new ones.
 */
export function createMarketplaceRules(bus: Pick<Bus, 'call'>) {
  let last: Configuration = DEFAULT_CONFIGURATION

  return {
    /** While `pricing` does not answer: what it answered last, or else the defaults. A request may still be rejected later. */
    async inForce(deadline: number): Promise<Configuration> {
      const asked = bus.call(findConfiguration, {}, ownEnvelopeUntil(deadline))
      last = await asked.then(
        ({ configuration }) => configuration,
        () => last,
      )
      return last
    },
  }
}

export type MarketplaceRules = ReturnType<typeof createMarketplaceRules>
