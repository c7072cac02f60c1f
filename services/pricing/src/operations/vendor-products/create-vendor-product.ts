import { createVendorProduct as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { statusOfProposed } from '../../domain/products/submitted-product.ts'
import { assertOwnGroupsOfPrices } from '../own-groups.ts'
import { assertOwnItems } from '../own-product.ts'
import { makeProduct } from '../products/make-product.ts'
import { submitterOf } from '../submitter-of.ts'
import { withDefaultProfile } from './with-default-profile.ts'

export const createVendorProduct = implement(contract, async (request, deps: Deps) => {
  const { body, actor, deadline } = request
  const [[input], status] = await Promise.all([
    withDefaultProfile([body], deps, deadline),
    statusOf(body, deps, deadline),
    assertOwnItems(body.variants, request, deps),
    assertOwnGroupsOfPrices(body.variants, request, deps),
  ])
  const sent = { ...input!, status }
  return productAnswer(await makeProduct(sent, { ...request, ...submitterOf(actor) }, deps, sellerIdOf(actor)), request, deps)
})

const statusOf = async (
  { status }: { status: 'draft' | 'proposed' },
  { configurationRules }: Pick<Deps, 'configurationRules'>,
  deadline: number,
) => (status === 'proposed' ? statusOfProposed(await configurationRules.inForce(deadline)) : status)
