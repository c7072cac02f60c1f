import { listCustomers as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listCustomers = listHandler({
  many: 'customers',
  store: ({ customers }: Deps) => customers,
  show: (found, asked, { customers }) => customers.shown(found, { ...asked, viewer: 'all' }),
})(contract)
