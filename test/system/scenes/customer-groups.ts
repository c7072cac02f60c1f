import { randomBytes } from 'node:crypto'
import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const aName = () => `Group ${randomBytes(6).toString('hex')}`
async function addGroup(system: System): Promise<string> {
  const { body } = await system.http('POST', '/admin/customer-groups', { body: { name: aName() } })
  return (body as { customer_group: { id: string } }).customer_group.id
}
const groupIds: Ids = { own: addGroup }

export const customerGroups: Resource = {
  operations: {
    'list-customer-groups': {},
    'create-customer-group': { once: true, body: () => ({ name: aName(), metadata: { a: 1 } }) },
    'get-customer-group': { ids: groupIds },
    'update-customer-group': { ids: groupIds, body: () => ({ name: aName(), metadata: { a: 1 } }) },
    'delete-customer-group': { ids: { ...groupIds, answered: 'as deleted' } },
    'manage-customer-group-customers': { ids: groupIds, body: { add: [ids.customer], remove: [ids.foreign_customer] } },
  },
}
