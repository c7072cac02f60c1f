import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'

/** The database's word on the writes of a history. */
export interface Verification {
  /** Writes that were answered with success. */
  acknowledged: number
  /** Acknowledged, but not there. */
  missing: number
  /** There more than once, or counted more than once. */
  doubled: number
  /** Failed, but there: their outcome was unknown to the client. */
  unknownApplied: number
  /** Refused with 4xx, but there. */
  refusedApplied: number
  /** One sentence for each thing that is wrong. */
  problems: string[]
}

/** One kind of traffic, on aggregates of its own. */
export interface Part {
  next(): LoadRequest
  /** Compares the database with the history, once everything is quiet. Uses its own part of the history. */
  verify(outcomes: readonly Outcome[]): Promise<Verification>
}

export const NOTHING_WRITTEN: Verification = {
  acknowledged: 0,
  missing: 0,
  doubled: 0,
  unknownApplied: 0,
  refusedApplied: 0,
  problems: [],
}

function sum(verifications: readonly Verification[]): Verification {
  return verifications.reduce((all, one) => ({
    acknowledged: all.acknowledged + one.acknowledged,
    missing: all.missing + one.missing,
    doubled: all.doubled + one.doubled,
    unknownApplied: all.unknownApplied + one.unknownApplied,
    refusedApplied: all.refusedApplied + one.refusedApplied,
    problems: [...all.problems, ...one.problems],
  }))
}

/** Parts in turn. */
export function inTurn(parts: readonly Part[]): Part {
  let n = 0
  return {
    next: () => parts[n++ % parts.length]!.next(),
    verify: async (outcomes) => sum(await Promise.all(parts.map((part) => part.verify(outcomes)))),
  }
}
