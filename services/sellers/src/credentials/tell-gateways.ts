import { unavailable } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { Deps } from '../deps.ts'

/**
 * Lets every gateway know within milliseconds what a key opens now. The record comes first: whatever happens here, the next sync brings the bucket in line
 * with it.
 * @throws unavailable when the bucket cannot be written
 */
export async function tellGatewaysOfKey(
  token_sha256: string,
  { apiKeys, access }: Pick<Deps, 'apiKeys' | 'access'>,
  deadline: number,
) {
  await access
    .write(accessKeys.apiKey(token_sha256), () => apiKeys.currentFacts(token_sha256, deadline))
    .catch((error: unknown) => {
      throw unavailable(undefined, error)
    })
}
