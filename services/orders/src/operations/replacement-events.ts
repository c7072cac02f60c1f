import { claimConfirmed, claimCreated, claimUpdated, exchangeConfirmed, exchangeCreated, exchangeUpdated } from '@souk/contracts'

/** The events of a claim or an exchange that is being made. */
export const REPLACEMENT_EVENTS = {
  claim: { created: claimCreated, updated: claimUpdated, confirmed: claimConfirmed },
  exchange: { created: exchangeCreated, updated: exchangeUpdated, confirmed: exchangeConfirmed },
} as const
