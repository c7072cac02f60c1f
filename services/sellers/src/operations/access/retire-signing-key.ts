import { retireSigningKey as contract, notFound, outcomeUnknown } from '@souk/contracts'
import { accessKeys, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Log-ins check the record before they sign, and gateways drop the key within milliseconds. */
export const retireSigningKey = implement(contract, async ({ body: { kid }, deadline, log }, { keyRecords, access }: Deps) => {
  const retired_at = await keyRecords.retire(kid, new Date().toISOString(), deadline)
  if (retired_at === undefined) throw notFound(`Signing key with id: ${kid} was not found`)

  log().warn('a signing key was retired: all tokens that it signed are void')
  await access.remove(accessKeys.signingKey(kid)).catch((error: unknown) => {
    throw outcomeUnknown(error)
  })
  return { kid, retired_at }
})
