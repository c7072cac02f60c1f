import type { Replica } from './replica.ts'

/**
 * The less busy of two replicas drawn at random ("power of two choices"): as good as comparing all of them, and processes that
 * see the same heartbeats do not all choose the same one.
 * @param tried replicas to avoid if there is another; unusable ones are never chosen
 * @returns undefined if none is usable
 */
export function chooseReplica(replicas: Iterable<Replica>, tried: readonly Replica[] = []): Replica | undefined {
  const usable: Replica[] = []
  for (const replica of replicas) if (replica.isUsable) usable.push(replica)
  const untried = tried.length === 0 ? usable : usable.filter((replica) => !tried.includes(replica))
  const among = untried.length > 0 ? untried : usable
  if (among.length < 2) return among[0]
  const first = Math.floor(Math.random() * among.length)
  const second = (first + 1 + Math.floor(Math.random() * (among.length - 1))) % among.length
  const [one, other] = [among[first]!, among[second]!]
  return other.load < one.load ? other : one
}
