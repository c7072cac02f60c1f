import type { MemberRole } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMember, aSeller } from '../../../test/builders.ts'
import type { MemberRecord } from '../sellers/seller.ts'
import { assertMayTouch, joinedBy, withMember, withoutMember } from './members.ts'

const NOW = '2026-03-01T00:00:00.000Z'
const ROLES = ['owner', 'admin', 'member'] as const
const FORBIDDEN = 'You are not allowed to perform this action'
const LAST = 'A seller has at least one owner: make another member the owner first'

/** A seller with two members of each role; the first one has the role as its id. */
const seller = aSeller({
  members: ROLES.flatMap((role) => [aMember({ id: role, role }), aMember({ id: `other ${role}`, role })]),
})
const renamed = (member: MemberRecord) => ({ ...member, name: 'New' })
const as = (role: MemberRole) => (member: MemberRecord) => (member.role === role ? member : { ...member, role })
const found = ({ members }: typeof seller, id: string) => members.find((member) => member.id === id)
const outcome = (act: () => unknown) => {
  try {
    act()
    return 'granted'
  } catch (error) {
    return (error as Error).message
  }
}

/** The roles whose members each role may change. */
const MAY: Record<MemberRole, readonly MemberRole[]> = { owner: ROLES, admin: ['admin', 'member'], member: [] }

describe.each(ROLES)('a member with the role %s', (asker_id) => {
  it.each(ROLES)('may change and remove another %s as far as its role permits', (role) => {
    const expected = MAY[asker_id].includes(role) ? 'granted' : FORBIDDEN
    const asked = { asker_id, id: `other ${role}` }
    expect(outcome(() => withMember(seller, asked, renamed, NOW))).toBe(expected)
    expect(outcome(() => withoutMember(seller, asked, NOW))).toBe(expected)
    for (const next of ROLES.filter((one) => one !== role))
      expect(outcome(() => withMember(seller, asked, as(next), NOW))).toBe(
        MAY[asker_id].includes(role) && MAY[asker_id].includes(next) ? 'granted' : FORBIDDEN,
      )
    expect(outcome(() => assertMayTouch({ role: asker_id }, [role]))).toBe(expected)
  })

  it('may rename itself and leave, and give itself only the roles that it may give to others', () => {
    const asked = { asker_id, id: asker_id }
    expect(found(withMember(seller, asked, renamed, NOW), asker_id)).toMatchObject({ name: 'New', updated_at: NOW })
    expect(found(withoutMember(seller, asked, NOW), asker_id)).toMatchObject({ deleted_at: NOW, updated_at: NOW })
    for (const next of ROLES.filter((one) => one !== asker_id))
      expect(outcome(() => withMember(seller, asked, as(next), NOW))).toBe(MAY[asker_id].includes(next) ? 'granted' : FORBIDDEN)
  })
})

describe('the last owner', () => {
  const one = aSeller({
    members: [aMember(), aMember({ id: 'mem_2', role: 'admin' }), aMember({ id: 'mem_gone', deleted_at: NOW })],
  })
  const asked = { asker_id: 'mem_1', id: 'mem_1' }

  it('can be renamed, but can neither leave nor be demoted', () => {
    expect(outcome(() => withoutMember(one, asked, NOW))).toBe('Owner member cannot be deleted')
    expect(outcome(() => withMember(one, asked, as('admin'), NOW))).toBe(LAST)
    expect(outcome(() => withMember(one, asked, renamed, NOW))).toBe('granted')
  })

  it('can leave once there is another owner', () => {
    const two = withMember(one, { asker_id: 'mem_1', id: 'mem_2' }, as('owner'), NOW)
    expect(outcome(() => withoutMember(two, asked, NOW))).toBe('granted')
  })
})

describe('an unknown or former member', () => {
  it.each([
    ['an unknown member', { asker_id: 'owner', id: 'mem_none' }, FORBIDDEN],
    ['a change by a former member', { asker_id: 'mem_none', id: 'owner' }, 'Unauthorized'],
  ])('can neither change nor be changed: %s', (_who, asked, message) => {
    expect(outcome(() => withMember(seller, asked, renamed, NOW))).toBe(message)
    expect(outcome(() => withoutMember(seller, asked, NOW))).toBe(message)
  })
})

it('returns the same seller when nothing changes', () => {
  expect(withMember(seller, { asker_id: 'member', id: 'owner' }, (member) => member, NOW)).toBe(seller)
})

describe('joinedBy', () => {
  const joining = aMember({ id: 'mem_new', role: 'member' })

  it('adds a member once', () => {
    const joined = joinedBy(seller, joining)
    expect(joined.members.at(-1)).toBe(joining)
    expect(joinedBy(joined, { ...joining, name: 'Other' })).toBe(joined)
  })

  it('does not restore a removed member', () => {
    const left = { ...seller, members: [...seller.members, { ...joining, deleted_at: NOW }] }
    expect(outcome(() => joinedBy(left, joining))).toBe('The invite has already been accepted')
  })

  it('limits a seller to 500 members', () => {
    const full = { ...seller, members: Array.from({ length: 500 }, (_, n) => aMember({ id: `mem_${n}` })) }
    expect(outcome(() => joinedBy(full, joining))).toBe('A seller has at most 500 members')
  })
})
