import type { Deps } from '../deps.ts'

type Stores = Pick<Deps, 'mfaFactors' | 'mfaChallenges'>

/**
 * Removes an identity's factor with its recovery codes, and its unfinished log-ins. Idempotent.
 * @returns whether there was a factor
 */
export async function removeSecondFactor(identity_id: string, { mfaFactors, mfaChallenges }: Stores, deadline: number) {
  const isRemoved = await mfaFactors.removeOf(identity_id, deadline)
  await mfaChallenges.removeOf(identity_id, deadline)
  return isRemoved
}
