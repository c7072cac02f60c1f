import { getCurrency as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { currencyAnswer } from '../../answers/currencies.ts'

export const getCurrency = implement(contract, async ({ params }) => currencyAnswer(params.code))
