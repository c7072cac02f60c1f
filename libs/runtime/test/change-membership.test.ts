import { conflict, notFound } from '@souk/contracts'
import { expect, it } from 'vitest'
import { changeMembership, derivedOpId, type NextRecord, type RecordCommand } from '../src/index.ts'

interface Customer {
  id: string
  groups: readonly string[]
}

const command = (): RecordCommand => ({ op: derivedOpId(Date.now(), 'a'), deadline: Date.now() + 1000, fate: { is: 'open' } })
const context = { now: '2026-01-01T00:00:00.000Z' } as Parameters<NextRecord<Customer>>[1]

/** Customers `a` and `b` are in the group, `c` and `d` are not; an update of `d` finds it deleted. */
function customers() {
  const records = new Map(['a', 'b', 'c', 'd'].map((id) => [id, { id, groups: id < 'c' ? ['vip'] : [] } as Customer]))
  const find = async (id: string) => (records.has(id) ? { record: records.get(id)!, revision: 1 } : undefined)
  async function update(id: string, { missing }: RecordCommand, next: NextRecord<Customer>) {
    if (id === 'd') throw missing?.() ?? notFound('deleted')
    records.set(id, next(records.get(id)!, context))
  }
  return { find, update, members: () => [...records.values()].filter(({ groups }) => groups.length > 0).map(({ id }) => id) }
}

const rules = {
  adding: (one: Customer) => ({ ...one, groups: ['vip'] }),
  removing: (one: Customer) => ({ ...one, groups: [] }),
  assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, Customer>) {
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) throw notFound(`not there: ${missing.join()}`)
  },
}

it.each([
  ['no member is named', {}, ['a', 'b']],
  ['some join and others leave', { add: ['c'], remove: ['a'] }, ['b', 'c']],
  ['one is both added and removed', { add: ['c'], remove: ['c'] }, ['a', 'b', 'c']],
  ['one to be removed is not a member', { remove: ['b', 'x'] }, ['a']],
  ['one is deleted concurrently', { add: ['c', 'd'] }, ['a', 'b', 'c']],
])('the members are as requested when %s', async (_, membership, members) => {
  const records = customers()
  await changeMembership(records, membership, rules, command())
  expect(records.members()).toEqual(members)
})

it('nothing is written when one of the records cannot be added', async () => {
  const records = customers()
  const refused = changeMembership(records, { add: ['y', 'c', 'x', 'y'], remove: ['a', 'z'] }, rules, command())
  await expect(refused).rejects.toThrow('not there: y,x')
  expect(records.members()).toEqual(['a', 'b'])
})

it('records deleted in the meantime fail with the given error when added, and are ignored when removed', async () => {
  const gone = (id: string) => conflict(`gone: ${id}`)
  await expect(changeMembership(customers(), { add: ['d'] }, { ...rules, gone }, command())).rejects.toThrow('gone: d')
  await changeMembership(customers(), { remove: ['d'] }, { ...rules, gone }, command())
})
