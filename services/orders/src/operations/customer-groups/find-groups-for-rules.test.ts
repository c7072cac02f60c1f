import { findGroupsForRules } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aGroup } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

it('find-groups-for-rules finds existing groups of the seller and of the marketplace, and no others', async () => {
  const group = (id: string, seller_id: string | null, more: object = {}) => ({ ...aGroup({ id, name: id, seller_id }), ...more })
  await insertMissing(service.db, {
    customer_groups: [
      ...[group('g_own', 'sel_1'), group('g_shops', null), group('g_theirs', 'sel_2')],
      group('g_gone', 'sel_1', { deleted_at: '2026-02-02T00:00:00.000Z' }),
    ],
  })
  const body = { seller_id: 'sel_1', ids: ['g_own', 'g_shops', 'g_theirs', 'g_gone', 'g_none'] }
  const { ids } = (await service.send(findGroupsForRules, { body, actor: { type: 'service', id: 'pricing' } })).body
  expect(ids.toSorted()).toEqual(['g_own', 'g_shops'])
})
