import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ProductStatus } from './product.ts'

/** The outcome of a reviewed proposal. */
export const ProposalOutcome = z.enum(['published', 'rejected'])
export type ProposalOutcome = z.infer<typeof ProposalOutcome>

/** The latest proposal of a seller's product, with the product. */
export const Proposal = z.object({
  request_id: z.string().describe('The request that it makes'),
  submitter_id: z.string().nullable().describe('The member that proposed it; null: not known'),
  seller_id: z.string(),
  status: ProductStatus.describe('Of the product by now'),
  outcome: ProposalOutcome.nullable().describe('Null until it is reviewed'),
  product: z.looseObject({ id: z.string() }).describe('As its seller is shown it; without prices where these are many'),
})
export type Proposal = z.infer<typeof Proposal>

export const findProposal = defineOperation({
  service: 'pricing',
  name: 'find-proposal',
  summary: 'Find the last proposal of a product',
  body: z.strictObject({ product_id: IdInput }),
  response: z.object({ proposal: Proposal.nullable().describe('Null where the product has none, or is gone') }),
  attempt_ms: 1000,
})

/**
 * Publishes or rejects a proposed product, once per proposal. A repeat succeeds, and so does rejecting a proposal that its seller
 * has withdrawn. Refused if the proposal already has the other outcome, or if a withdrawn one is to be published.
 */
export const settleProposal = defineOperation({
  service: 'pricing',
  name: 'settle-proposal',
  summary: 'Publish or reject a proposed product',
  body: z.strictObject({ product_id: IdInput, request_id: IdInput, outcome: ProposalOutcome }),
  response: z.object({}),
  attempt_ms: 3000,
})

export const proposalOperations = { findProposal, settleProposal }

const event = eventsOf(
  'pricing',
  'product',
  z.object({ id: z.string().describe('The product'), seller_id: z.string().describe('Its seller') }),
)
export const productProposed = event('proposed', 'A product of a seller waits for an administrator to publish it.')
export const productProposalEnded = event(
  'proposal-ended',
  'A proposed product was published, rejected, taken back by its seller or deleted.',
)
export const proposalEvents = [productProposed, productProposalEnded]
