import {
  type CatalogueRequest,
  carryOutCatalogueRequest,
  checkCatalogueRequest,
  findProposal,
  type Proposal,
  type ProposalOutcome,
  settleProposal,
} from '@souk/contracts'
import type { Bus, OpId } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/** Products with their categories, collections, types and tags, which belong to `pricing`. */
export const createCatalogue = (bus: Pick<Bus, 'call'>) => ({
  /** @throws the refusal that `carryOut` would get, before anything is done; unavailable */
  async check(id: string, request: CatalogueRequest, deadline: number): Promise<void> {
    await bus.call(checkCatalogueRequest, { body: { id, request } }, ownEnvelopeUntil(deadline))
  },

  /**
   * Creates or changes the record with this id, once.
   * @param op the same in every attempt, so that a change overwritten in the meantime is not made again
   * @throws the refusals that administrators get; unavailable
   */
  async carryOut(id: string, request: CatalogueRequest, op: OpId, deadline: number): Promise<void> {
    await bus.call(carryOutCatalogueRequest, { body: { id, request } }, { ...ownEnvelopeUntil(deadline), op_id: op.text })
  },

  /** The latest proposal of a product; null if there is none, or the product no longer exists. @throws unavailable */
  async findProposal(product_id: string, deadline: number): Promise<Proposal | null> {
    return (await bus.call(findProposal, { body: { product_id } }, ownEnvelopeUntil(deadline))).proposal
  },

  /** Publishes or rejects the product of a request, once. @param op as in `carryOut` @throws its refusal; unavailable */
  async settleProposal(
    body: { product_id: string; request_id: string; outcome: ProposalOutcome },
    op: OpId,
    deadline: number,
  ): Promise<void> {
    await bus.call(settleProposal, { body }, { ...ownEnvelopeUntil(deadline), op_id: op.text })
  },
})

export type Catalogue = ReturnType<typeof createCatalogue>
