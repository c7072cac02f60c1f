import { type ApiKey, wants } from '@souk/contracts'
import { Answer, type FoundRecord, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ApiKeyRecord } from '../domain/api-keys/api-key.ts'

type Asking = Pick<RequestContext, 'selection' | 'passOn'>

/** Keys as shown in answers: secret ones redacted, and only sales channels that exist. */
export async function shownApiKeys(
  records: readonly ApiKeyRecord[],
  { selection, passOn }: Asking,
  { salesChannels }: Pick<Deps, 'salesChannels'>,
): Promise<ApiKey[]> {
  const asked = wants(selection, 'sales_channels') ? records.flatMap(({ sales_channel_ids }) => sales_channel_ids) : []
  const channels = await salesChannels.find(asked, passOn())
  return records.map(({ token, token_sha256: _, sales_channel_ids, ...key }) => ({
    ...key,
    token: token ?? '',
    sales_channels: sales_channel_ids.flatMap((id) => channels.get(id) ?? []),
  }))
}

/** @param token of a key that was just created */
export async function apiKeyAnswer({ record, revision }: FoundRecord<ApiKeyRecord>, request: Asking, deps: Deps, token?: string) {
  const [shown] = await shownApiKeys([record], request, deps)
  const api_key = { ...shown!, ...(token !== undefined && { token }) }
  return new Answer({ api_key }, { revision, others: shown!.sales_channels.length > 0 ? shown!.sales_channels : null })
}
