import { listUsers as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listUsers = listHandler({ many: 'users', store: ({ users }: Deps) => users })(contract)
