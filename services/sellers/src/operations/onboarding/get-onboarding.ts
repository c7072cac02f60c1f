import { getOnboarding as contract, recalculateOnboarding as recalculation } from '@souk/contracts'
import { Answer, implement, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { onboardingOf } from '../../domain/sellers/onboarding.ts'
import { findCaller } from '../caller.ts'

export const getOnboarding = implement(contract, (request, deps: Deps) => answer(request, deps))
export const recalculateOnboarding = implement(recalculation, (request, deps: Deps) => answer(request, deps))

type Asking = Pick<RequestContext, 'actor' | 'deadline' | 'passOn'>

async function answer(request: Asking, { sellers, ownGoods }: Deps) {
  const [{ found }, goods] = await Promise.all([findCaller(request, sellers), ownGoods.count(request.passOn)])
  const onboarding = onboardingOf(found.seller, goods)
  return new Answer({ onboarding }, { revision: found.revision, others: onboarding })
}
