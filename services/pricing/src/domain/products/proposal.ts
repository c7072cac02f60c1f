import { invalidData, type ProposalOutcome, productProposalEnded, productProposed } from '@souk/contracts'
import type { ProductRecord } from './product-record.ts'

interface Proposing {
  /** The product before the change; undefined if it is new. */
  before?: Pick<ProductRecord, 'status'>
  /** The id of the request for a new proposal. */
  request_id: string
  submitter_id: string | null
}

/**
 * The product with its proposal updated for its new status, so that one write stores both; the same object if the proposal does
 * not change. A product that is proposed again before a review keeps its proposal.
 */
export function withProposal<Product extends Pick<ProductRecord, 'status' | 'seller_id' | 'proposal'>>(
  product: Product,
  { before, ...asked }: Proposing,
): Product {
  const { status, seller_id, proposal } = product
  if (seller_id === null || status === before?.status) return product
  const isOpen = proposal?.outcome === null
  if (status === 'proposed') return isOpen ? product : proposedAnew(product, asked)
  // A seller that publishes it itself, where no approval is required, withdraws its proposal.
  const isReviewed = isOpen && before?.status === 'proposed' && status !== 'draft' && asked.submitter_id === null
  return isReviewed ? { ...product, proposal: { ...proposal, outcome: status } } : product
}

/** The product with a new proposal. */
export const proposedAnew = <Product>(product: Product, { request_id, submitter_id }: Omit<Proposing, 'before'>) => ({
  ...product,
  proposal: { request_id, submitter_id, outcome: null },
})

/**
 * The product after a review of its proposal. If its status changes, `withProposal` derives the outcome from that.
 * @throws invalid_data if the proposal already has the other outcome, or if it is to be published but no longer proposed
 */
export function reviewedProposal(
  product: ProductRecord,
  { request_id, outcome }: { request_id: string; outcome: ProposalOutcome },
): ProductRecord {
  const { id, status, proposal } = product
  const own = proposal?.request_id === request_id ? proposal : undefined
  if (own?.outcome === outcome) return product
  if (own && own.outcome !== null) throw invalidData(`Product with id: ${id} was ${own.outcome} already`)
  if (own && status === 'proposed') return { ...product, status: outcome }
  if (outcome === 'published') throw invalidData(`Product with id: ${id} is not proposed any more`)
  return own ? { ...product, proposal: { ...own, outcome } } : product
}

const isWaiting = (product: ProductRecord | undefined) =>
  product?.status === 'proposed' && product.deleted_at === null && product.proposal !== undefined

/** The event of a product that starts or stops waiting for an administrator; otherwise none. */
export function proposalEventsOf(product: ProductRecord, before: ProductRecord | undefined) {
  const { id, seller_id } = product
  const [is, was] = [isWaiting(product), isWaiting(before)]
  if (is === was || seller_id === null) return []
  return [(is ? productProposed : productProposalEnded)({ id, seller_id })]
}
