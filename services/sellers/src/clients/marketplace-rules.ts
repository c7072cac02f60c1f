import { type Configuration, DEFAULT_CONFIGURATION, findConfiguration } from '@souk/contracts'
import { type Bus, ifUnanswered } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/**
 * The rules of what sellers may do, which belong to `pricing`. It is asked each time, so that what begins after an administrator
 * was answered goes by the new ones; its last answer stands in only while it does not answer in time.
 */
export function createMarketplaceRules(bus: Pick<Bus, 'call'>) {
  let last: Configuration = DEFAULT_CONFIGURATION

  return {
    /**
     * While `pricing` does not answer: what it answered last, or else the defaults. A request may still be rejected later.
     * @throws its refusals
     */
    async inForce(deadline: number): Promise<Configuration> {
      try {
        const { configuration } = await bus.call(findConfiguration, {}, ownEnvelopeUntil(deadline))
        last = configuration
        return configuration
      } catch (error) {
        return ifUnanswered(last)(error)
      }
    },
  }
}

export type MarketplaceRules = ReturnType<typeof createMarketplaceRules>
