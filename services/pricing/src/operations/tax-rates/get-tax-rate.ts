import { getTaxRate as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { taxRateAnswer } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'

export const getTaxRate = implement(contract, async (request, { taxes }: Deps) =>
  taxRateAnswer(await taxes.rates.get(request.params.id, request.deadline), request, taxes),
)
