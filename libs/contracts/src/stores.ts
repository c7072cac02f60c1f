import { z } from 'zod'
import { listQuery } from './list-query.ts'
import { defineOperation } from './operation.ts'
import { Store } from './schemas/store.ts'

export const listStores = defineOperation({
  service: 'sellers',
  name: 'list-stores',
  method: 'GET',
  path: '/admin/stores',
  summary: 'List the stores: the one that there is, with its currencies and defaults',
  query: listQuery(Store, { sort: ['created_at', 'updated_at', 'name'], filter: ['id', 'name'], q: ['name'] }),
  response: z.object({ stores: z.array(Store), count: z.int(), offset: z.int(), limit: z.int() }),
  selects: { key: 'stores', schema: Store, defaults: 'all' },
})

export const storeOperations = [listStores]
