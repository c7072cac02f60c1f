import { derivedOpId, fromDocument, idsFrom, newCommand, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { proposalEventsOf, proposedAnew, withProposal } from '../domain/products/proposal.ts'
import type { ProductRecords } from './products-of-seller.ts'

type Creating = Parameters<ProductRecords['create']>
type Updating = Parameters<ProductRecords['update']>
type CreatingAll = Parameters<ProductRecords['createAll']>

const ASK_MS = 5000

/** The id of the request for a product that is proposed at this instant (ISO 8601). */
const requestIdOf = (id: string, now: string) => idsFrom(derivedOpId(Date.parse(now), 'proposed-product', id, now))('req')

/** Writes of products that keep their proposals up to date. @param submitter_id the member who sent the request */
export const createProposedProducts = (
  collection: Collection<Stored<ProductRecord>>,
  records: Pick<ProductRecords, 'create' | 'createAll' | 'update'>,
) => ({
  create: (fields: Creating[0], request: Creating[1], submitter_id: string | null = null) => {
    const request_id = requestIdOf(request.newIds()('prod'), new Date().toISOString())
    return records.create(withProposal(fields, { request_id, submitter_id }), request)
  },

  createAll: (products: CreatingAll[0], ...rest: [CreatingAll[1], CreatingAll[2]]) =>
    records.createAll(
      products.map((one) => withProposal(one, { request_id: requestIdOf(one.id, one.created_at), submitter_id: null })),
      ...rest,
    ),

  updateAlone: (id: Updating[0], command: Updating[1], next: Updating[2], submitter_id: string | null = null) =>
    records.update(id, command, (before, context) =>
      withProposal(next(before, context), { before, request_id: requestIdOf(id, context.now), submitter_id }),
    ),

  /** Sellers' proposed products that lack a proposal, because a replica of an older version wrote them. */
  async listUnasked(_before: number, limit: number): Promise<ProductRecord[]> {
    const unasked = { deleted_at: null, status: 'proposed', seller_id: { $ne: null }, proposal: { $exists: false } } as object
    const found = collection.find(unasked, { projection: WITHOUT_INTERNALS, ...timeLeft(Date.now() + ASK_MS) }).limit(limit)
    return (await found.toArray()).map((document) => fromDocument<ProductRecord>(document))
  },

  /** Creates the missing proposal of such a product. */
  ask: ({ id }: Pick<ProductRecord, 'id'>) =>
    records.update(id, newCommand(Date.now() + ASK_MS), (product, { now }) =>
      product.status === 'proposed' && product.proposal === undefined
        ? proposedAnew(product, { request_id: requestIdOf(id, now), submitter_id: null })
        : product,
    ),
})

/** The events of proposals, besides those of their products. */
export const PROPOSAL_EVENTS = { beside: proposalEventsOf }
