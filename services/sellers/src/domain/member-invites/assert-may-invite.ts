import { OperationError } from '@souk/contracts'

/** Most invites of a seller within a day, including deleted ones: each is a mail in the marketplace's name. */
export const MAX_INVITES_A_DAY = 100
const MAX_TO_ONE_A_DAY = 3
const RETRY_AFTER_S = 3600

/** @param invited the e-mails that the seller has invited within a day @throws rate_limited */
export function assertMayInvite(email: string, invited: readonly string[]) {
  const toOne = invited.filter((one) => one === email).length
  if (invited.length < MAX_INVITES_A_DAY && toOne < MAX_TO_ONE_A_DAY) return
  throw new OperationError('rate_limited', 'Too many invites within a day; try again later', { retry_after: RETRY_AFTER_S })
}
