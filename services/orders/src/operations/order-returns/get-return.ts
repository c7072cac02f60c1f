import { getReturn as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { returnByItself } from '../../answers/return-by-itself.ts'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getReturn = implement(contract, async (request, deps: Deps) => {
  const { shown, ...about } = await returnByItself(await findPart('return', request, deps), request, deps)
  return new Answer({ return: shown }, about)
})
