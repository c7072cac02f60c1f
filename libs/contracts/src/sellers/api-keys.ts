import { z } from 'zod'
import { FilledTextInput, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ApiKey, ApiKeyType } from './api-key.ts'

const keys = plainResource({
  service: 'sellers',
  path: '/admin/api-keys',
  noun: ['API key', 'API keys'],
  keys: ['api_key', 'api_keys'],
  schema: ApiKey,
  examples: { id: demonstrationId('apk', 1), deleted: demonstrationId('apk', 4) },
  defaults: [
    ...['id', 'title', 'token', 'redacted', 'type', 'last_used_at', 'updated_at', 'created_at'],
    ...['created_by', 'revoked_at', 'revoked_by', 'deleted_at', 'sales_channels.id', 'sales_channels.name'],
  ] as const,
})
const title = FilledTextInput()
const YEAR_S = 31_536_000

export const listApiKeys = keys.list('list-api-keys', {
  sort: ['created_at', 'updated_at', 'title', 'type', 'revoked_at'],
  filter: ['id', 'title', 'token', 'type', 'created_at', 'updated_at', 'deleted_at', 'revoked_at'],
  q: ['title', 'redacted'],
  qInside: true,
  limit: 20,
  order: OLDEST_FIRST,
})
const creation = keys.create(
  'create-api-key',
  z.strictObject({ title, type: ApiKeyType }).meta({ example: { title: 'Storefront', type: 'publishable' } }),
)
/** This is the only answer that ever contains a secret key: it does so whatever `fields` asks for. */
export const createApiKey = {
  ...creation,
  description: 'This is the only answer that contains a secret key, which it does regardless of `fields`.',
  selects: { ...creation.selects!, companions: [{ bring: ['token'], always: true as const }] },
  secret: true,
}
export const getApiKey = keys.get('get-api-key')
export const updateApiKey = keys.update('update-api-key', z.strictObject({ title }).meta({ example: { title: 'Web shop' } }))
/** Only a revoked key can be deleted. */
export const deleteApiKey = keys.delete('delete-api-key')
/** From then on no gateway accepts it. */
export const revokeApiKey = keys.act('revoke-api-key', {
  below: 'revoke',
  summary: 'Revoke an API key',
  body: z
    .strictObject({ revoke_in: z.number().min(0).max(YEAR_S).optional().describe('Delay in seconds; default: at once') })
    .meta({ example: { revoke_in: 0 } }),
  example: demonstrationId('apk', 2),
})

const channelIds = z.array(IdInput).max(1000).optional()
/** Storefronts with the key sell in these channels from then on. A channel named under both is removed. */
export const manageApiKeySalesChannels = keys.act('manage-api-key-sales-channels', {
  below: 'sales-channels',
  summary: 'Add and remove sales channels of a publishable API key',
  body: z.strictObject({ add: channelIds, remove: channelIds }).meta({ example: { add: [demonstrationId('sc', 1)] } }),
})

export const apiKeyOperations = {
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  deleteApiKey,
  revokeApiKey,
  manageApiKeySalesChannels,
}

export const apiKeyEvents = recordEvents('sellers', 'api-key', 'API key')
export const [apiKeyCreated, apiKeyUpdated, apiKeyDeleted] = apiKeyEvents
