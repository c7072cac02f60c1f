import { type CatalogueRequest, carryOutCatalogueRequest, checkCatalogueRequest } from '@souk/contracts'
import type { Bus, OpId } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/** Categories, collections, types and tags of products, which belong to `pricing`. */
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
})

export type Catalogue = ReturnType<typeof createCatalogue>
