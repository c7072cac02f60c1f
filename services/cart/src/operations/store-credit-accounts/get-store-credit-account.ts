import { getStoreCreditAccount as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountAnswer } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'

export const getStoreCreditAccount = implement(contract, async ({ params, deadline }, { giftCards }: Deps) =>
  accountAnswer(await giftCards.getByAccount(params.id, deadline)),
)
