import { expect, it } from 'vitest'
import { type ProposalRequestRecord, renewedWith } from './request.ts'

const context = { now: '2026-01-02T00:00:00.000Z', newId: (prefix: string) => `${prefix}_1` }
const accepting = { since: '2026-01-01T00:00:00.000Z' }
const request = (deleted_at: string | null) => ({ id: 'req_1', data: { title: 'Old' }, accepting, deleted_at }) as never
const renew = renewedWith({ title: 'New' } as unknown as ProposalRequestRecord['data'])

it('a withdrawn request of a product that is proposed again waits for a new review', () => {
  expect(renew(request('2026-01-01T00:00:00.000Z'), context)).toMatchObject({ data: { title: 'New' }, accepting: null })
})

it('a request that another replica has renewed keeps the review that has begun since', () => {
  expect(renew(request(null), context)).toMatchObject({ data: { title: 'Old' }, accepting })
})
