import { randomBytes } from 'node:crypto'
import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { asRecorded, type Ids, type Resource } from './scene.ts'

async function addKey(system: System, type = 'publishable'): Promise<string> {
  const title = `Key ${randomBytes(6).toString('hex')}`
  const { body } = await system.http('POST', '/admin/api-keys', { body: { title, type } })
  return (body as { api_key: { id: string } }).api_key.id
}
async function addRevokedKey(system: System): Promise<string> {
  const id = await addKey(system)
  await system.http('POST', `/admin/api-keys/${id}/revoke`, { body: {} })
  return id
}
const keyIds: Ids = { own: addKey }

export const apiKeys: Resource = {
  recorded: () => ({ apk: ids.publishable_key }),
  operations: {
    'list-api-keys': {},
    'create-api-key': {
      body: { title: 'Storefront', type: 'secret' },
      samples: { 'medusa/01-admin-create-publishable-key': asRecorded },
    },
    'get-api-key': { ids: keyIds },
    'update-api-key': { ids: keyIds, body: { title: 'Web shop' } },
    'delete-api-key': { ids: { own: addRevokedKey, answered: 'as deleted' } },
    'revoke-api-key': { ids: keyIds, body: { revoke_in: 0 } },
    'manage-api-key-sales-channels': { ids: keyIds, body: { add: [ids.sales_channel], remove: [] } },
  },
}
