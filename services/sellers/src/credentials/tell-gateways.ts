import { unavailable } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { Deps } from '../deps.ts'

/**
 * Tells every gateway within milliseconds the present facts of a key. The record comes first: if the bucket's write fails, the
 * next sync repeats it.
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
