import { describe, expect, it } from 'vitest'
import type { ProductRecord } from './product-record.ts'
import { proposalEventsOf, reviewedProposal, withProposal } from './proposal.ts'

type Status = ProductRecord['status']
const asked = { request_id: 'req_new', submitter_id: 'mem_1' }
const fresh = { ...asked, outcome: null }
const open = { request_id: 'req_1', submitter_id: null, outcome: null }
const aProduct = (status: Status, proposal?: ProductRecord['proposal'], seller_id: string | null = 'sel_1') =>
  ({ id: 'prod_1', status, seller_id, deleted_at: null, ...(proposal && { proposal }) }) as ProductRecord

describe('withProposal', () => {
  type Proposal = ProductRecord['proposal']
  const cases: [string, Status | undefined, Status, Proposal, Proposal, by?: null][] = [
    ['a new product that is proposed', undefined, 'proposed', undefined, fresh],
    ['a new draft', undefined, 'draft', undefined, undefined],
    ['a draft that is proposed', 'draft', 'proposed', undefined, fresh],
    ['a product that stays proposed', 'proposed', 'proposed', open, open],
    ['a proposal that is withdrawn', 'proposed', 'draft', open, open],
    ['a withdrawn proposal that is proposed again', 'draft', 'proposed', open, open],
    ['a withdrawn proposal that is published without approval', 'draft', 'published', open, open],
    ['a proposal that the marketplace publishes', 'proposed', 'published', open, { ...open, outcome: 'published' }, null],
    ['a proposal that the marketplace rejects', 'proposed', 'rejected', open, { ...open, outcome: 'rejected' }, null],
    ['a proposal that its seller publishes, where no approval is required', 'proposed', 'published', open, open],
    ['a rejected proposal that is proposed again', 'rejected', 'proposed', { ...open, outcome: 'rejected' }, fresh],
    [
      'a published product that becomes a draft',
      'published',
      'draft',
      { ...open, outcome: 'published' },
      { ...open, outcome: 'published' },
    ],
    ['a draft that is published without a proposal', 'draft', 'published', undefined, undefined],
  ]
  it.each(cases)('%s', (_name, before, status, proposal, expected, by) => {
    const submitter_id = by === null ? null : asked.submitter_id
    const product = withProposal(aProduct(status, proposal), {
      ...(before && { before: { status: before } }),
      ...asked,
      submitter_id,
    })
    expect(product.proposal).toEqual(expected)
  })

  it('leaves products of the marketplace unchanged', () => {
    const product = aProduct('proposed', undefined, null)
    expect(withProposal(product, asked)).toBe(product)
  })
})

describe('reviewedProposal', () => {
  const review = (product: ProductRecord, outcome: 'published' | 'rejected') => () =>
    reviewedProposal(product, { request_id: 'req_1', outcome })

  it('publishes or rejects a proposed product', () => {
    for (const outcome of ['published', 'rejected'] as const)
      expect(review(aProduct('proposed', open), outcome)().status).toBe(outcome)
  })

  it('changes nothing when the same outcome is recorded already, whatever the status of the product', () => {
    const product = aProduct('draft', { ...open, outcome: 'published' })
    expect(review(product, 'published')()).toBe(product)
  })

  it('is rejected when the recorded outcome differs, or when a product to publish is no longer proposed', () => {
    const gone = 'Product with id: prod_1 is not proposed any more'
    expect(review(aProduct('published', { ...open, outcome: 'published' }), 'rejected')).toThrow('was published already')
    expect(review(aProduct('draft', open), 'published')).toThrow(gone)
    expect(review(aProduct('proposed', fresh), 'published')).toThrow(gone)
  })

  it('ends the proposal of a draft when rejected, and leaves another proposal unchanged', () => {
    expect(review(aProduct('draft', open), 'rejected')()).toMatchObject({ status: 'draft', proposal: { outcome: 'rejected' } })
    const other = aProduct('proposed', fresh)
    expect(review(other, 'rejected')()).toBe(other)
  })
})

describe('proposalEventsOf', () => {
  const types = (product: ProductRecord, before?: ProductRecord) => proposalEventsOf(product, before).map(({ type }) => type)

  it('reports once that a product is proposed, and once that its proposal ended', () => {
    const waiting = aProduct('proposed', open)
    expect(types(waiting)).toEqual(['product.proposed'])
    expect(types(waiting, aProduct('proposed'))).toEqual(['product.proposed'])
    expect(types(waiting, waiting)).toEqual([])
    expect(types(aProduct('draft', open), waiting)).toEqual(['product.proposal-ended'])
    expect(types({ ...waiting, deleted_at: '2026-01-01T00:00:00.000Z' }, waiting)).toEqual(['product.proposal-ended'])
    expect(types(aProduct('published', open), aProduct('draft', open))).toEqual([])
  })
})
