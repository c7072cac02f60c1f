import { updateReturn as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReturn as update } from '../../domain/returns/update-return.ts'
import { changeReturn } from '../change-return.ts'

export const updateReturn = implement(contract, (request, deps: Deps) =>
  changeReturn(request, deps, {
    change: (order, context) => update(order, request.params.id, request.body, context),
    event: returnUpdated,
  }),
)
