import { updateSeller as contract, sellerUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { sellerAnswer } from '../../answers/seller.ts'
import { tellGatewaysOfSeller } from '../../credentials/tell-gateways.ts'
import type { Deps } from '../../deps.ts'
import { unknownSeller } from '../../domain/sellers/seller.ts'
import { sellerChange } from '../seller-change.ts'

/** A repeat publishes to gateways what an earlier attempt could not. */
export const updateSeller = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { id } = params
  const missing = () => unknownSeller('id', id)
  const changed = await deps.sellers.change(id, { ...command, missing }, sellerChange(body), sellerUpdated({ id }))
  if (body.store_status !== undefined) await tellGatewaysOfSeller(id, deps, deadline)
  return sellerAnswer(changed, request)
})
