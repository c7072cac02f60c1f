import { confirmImportedProducts as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { confirmed } from './confirm-product-import.ts'

export const confirmImportedProducts = implement(
  contract,
  async ({ params, command }, deps: Deps) => new Answer({}, { revision: await confirmed(params.id, command, deps) }),
)
