import { describe, expect, it } from 'vitest'
import { chooseReplica } from '../src/bus/choose-replica.ts'
import { Replica } from '../src/bus/replica.ts'

const aReplica = (id: string, running = 0) => {
  const replica = new Replica('cart', id)
  replica.heard({ running, queued: 0, state: 'up' })
  return replica
}
const anAttempt = (sentAt: number) => ({ sentAt, lateAt: sentAt + 500, reconnects: 0, fail() {}, onSilent() {} })

describe('choosing a replica', () => {
  it('prefers the less busy one of two', () => {
    const [busy, idle] = [aReplica('a', 3), aReplica('b', 1)]

    for (let i = 0; i < 20; i++) expect(chooseReplica([busy, idle], { now: 0 })).toBe(idle)
  })

  it('spreads over all of them when they are equally busy', () => {
    const three = [aReplica('a'), aReplica('b'), aReplica('c')]

    expect(new Set(Array.from({ length: 200 }, () => chooseReplica(three, { now: 0 }))).size).toBe(3)
  })

  it('prefers replicas that were not tried yet, and never picks an unusable one', () => {
    const [tried, draining] = [aReplica('a'), aReplica('b')]
    draining.heard({ running: 0, queued: 0, state: 'draining' })

    expect(chooseReplica([tried, aReplica('c', 9)], { tried: [tried], now: 0 })?.id).toBe('c')
    expect(chooseReplica([tried, draining], { tried: [tried], now: 0 })).toBe(tried)
    expect(chooseReplica([draining], { now: 0 })).toBeUndefined()
  })

  it('avoids one that does nothing but fail, for a second, if there is another', () => {
    const [failing, busy] = [aReplica('a'), aReplica('b', 9)]
    const chosen = (now: number, replicas = [failing, busy]) => chooseReplica(replicas, { now })?.id
    for (const at of [100, 110]) failing.replied(at, 'unavailable')
    expect(chosen(111)).toBe('a')
    failing.replied(120, 'outcome_unknown')

    expect([chosen(121), chosen(1119), chosen(121, [failing])]).toEqual(['b', 'b', 'a'])
    expect(chooseReplica([failing, busy], { tried: [busy], now: 121 })?.id).toBe('a')
    expect(chosen(1120)).toBe('a') // and once more, if it still fails
    failing.replied(1121, 'unavailable')
    expect(chosen(1122)).toBe('b')
    failing.replied(1123, undefined)
    expect(chosen(1124)).toBe('a')
  })

  it('takes neither a full replica nor a faulty request for a failing replica', () => {
    const replica = aReplica('a')
    for (const failure of ['overloaded', 'unexpected', 'deadline_exceeded', 'overloaded']) replica.replied(1, failure)

    expect(chooseReplica([replica, aReplica('b', 9)], { now: 2 })).toBe(replica)
  })
})

describe('a replica', () => {
  it('becomes unusable after four turns without a heartbeat, until the next heartbeat', () => {
    const replica = aReplica('a')
    for (let i = 0; i < 3; i++) replica.turn(0)
    expect(replica.isUsable).toBe(true)
    replica.turn(0)
    expect(replica.isUsable).toBe(false)

    replica.heard({ running: 0, queued: 0, state: 'up' })
    expect(replica.isUsable).toBe(true)
  })

  it('becomes unusable when two attempts are late, until the next answer', () => {
    const replica = aReplica('a')
    replica.open.add(anAttempt(1000))
    replica.turn(1501)
    expect(replica.isUsable).toBe(true)
    replica.open.add(anAttempt(1100))
    replica.turn(1601)
    expect(replica.isUsable).toBe(false)

    replica.answered(1700)
    replica.turn(1701)
    expect(replica.isUsable).toBe(true)
  })
})
