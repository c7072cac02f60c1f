import { type Configuration, DEFAULT_CONFIGURATION, findConfiguration } from '@souk/contracts'
import { type Bus, ifUnanswered } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/**
 * The rules of what sellers may do, which belong to `pricing`. They are requested each time, so that a change applies to whatever
 * begins after its answer.
 */
export function createMarketplaceRules(bus: Pick<Bus, 'call'>) {
  let last: Configuration = DEFAULT_CONFIGURATION

  return {
    /**
     * The current rules; while `pricing` does not answer in time, those that it answered last, or else the defaults.
     * @throws the refusals of `pricing`
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
