import { unavailable } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { restrictionOf } from '../domain/sellers/seller.ts'
import { revocationValue } from './revocation.ts'

/**
 * Publishes the current facts of a key to all gateways within milliseconds. The record is written first: if the bucket's write
 * fails, the next sync repeats it.
 * @throws unavailable if the bucket cannot be written
 */
export async function tellGatewaysOfKey(
  token_sha256: string,
  { apiKeys, access }: Pick<Deps, 'apiKeys' | 'access'>,
  deadline: number,
) {
  await access.write(accessKeys.apiKey(token_sha256), () => apiKeys.currentFacts(token_sha256, deadline)).catch(asUnavailable)
}

/**
 * Does the same for the restriction of a seller's members. A revocation of the seller outlasts its status.
 * @throws unavailable as above
 */
export async function tellGatewaysOfSeller(
  id: string,
  { sellers, revocations, access }: Pick<Deps, 'sellers' | 'revocations' | 'access'>,
  deadline: number,
) {
  const key = accessKeys.seller(id)
  async function read() {
    const [[revoked], found] = await Promise.all([revocations.findLive([key], new Date(), deadline), sellers.find(id, deadline)])
    return revoked ? revocationValue(revoked) : found && restrictionOf(found.seller)
  }
  await access.write(key, read).catch(asUnavailable)
}

function asUnavailable(error: unknown): never {
  throw unavailable(undefined, error)
}
