import type { Replica } from './replica.ts'

interface Choosing {
  /** Replicas to avoid if there is another. */
  tried?: readonly Replica[] | undefined
  /** On the monotonic clock. */
  now: number
}

/**
 * The less busy of two replicas drawn at random ("power of two choices"): as good as comparing all of them, and processes that
 * see the same heartbeats do not all choose the same one. Unusable ones are never chosen, and those that do nothing but fail only
 * if there is no other.
 * @returns undefined if none is usable
 */
export function chooseReplica(replicas: Iterable<Replica>, { tried = [], now }: Choosing): Replica | undefined {
  const usable: Replica[] = []
  for (const replica of replicas) if (replica.isUsable) usable.push(replica)
  const untried = unlessNone(usable, (replica) => !tried.includes(replica))
  const among = unlessNone(untried, (replica) => !replica.isFailing(now))
  if (among.length < 2) return among[0]
  const first = Math.floor(Math.random() * among.length)
  const second = (first + 1 + Math.floor(Math.random() * (among.length - 1))) % among.length
  const [one, other] = [among[first]!, among[second]!]
  return other.load < one.load ? other : one
}

/** Those that fit; all of them if none does. */
function unlessNone(replicas: Replica[], fits: (replica: Replica) => boolean): Replica[] {
  if (replicas.every(fits)) return replicas
  const fitting = replicas.filter(fits)
  return fitting.length > 0 ? fitting : replicas
}
