import type { Outcome } from '../load.ts'
import { isRefusal, isSuccess } from '../summary.ts'

export interface TurnFindings {
  missing: number
  refusedApplied: number
  problems: string[]
}

/**
 * Checks one client's turns, one request after the other: put something on (POST) and take it off (DELETE). The last acknowledged
 * one holds in the end, refused ones changed nothing, and no 400 contradicts a known state.
 * @param turns in the order in which they were sent
 */
export function turnProblems(token: string, turns: readonly Outcome[], isOn: boolean): TurnFindings {
  const found: TurnFindings = { missing: 0, refusedApplied: 0, problems: [] }
  /** Undefined while an outcome is unknown. */
  let known: boolean | undefined = false
  for (const turn of turns) {
    const puts = turn.request.method === 'POST'
    const { operation } = turn.request
    if (isSuccess(turn)) known = puts
    else if (!isRefusal(turn)) known = undefined
    else if (turn.status === 400) {
      if (known === !puts)
        found.problems.push(`${operation} of ${token} was refused with 400, although it was ${puts ? 'off' : 'on'}`)
      known = puts
    }
  }
  const last = turns.at(-1)
  if (!last || known === undefined || known === isOn) return found
  if (isSuccess(last)) found.missing++
  else found.refusedApplied++
  const answered = isSuccess(last) ? 'acknowledged' : `refused with ${last.status}`
  found.problems.push(`${token} is ${isOn ? 'on' : 'off'} the cart, although ${last.request.operation} was ${answered} last`)
  return found
}
