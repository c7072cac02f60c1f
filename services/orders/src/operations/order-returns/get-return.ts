import { getReturn as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getReturn = implement(contract, async (request, deps: Deps) =>
  returnAnswer(await findPart('return', request, deps), request, deps),
)
