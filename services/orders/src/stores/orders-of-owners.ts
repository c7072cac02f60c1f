import type { ListQuery } from '@souk/contracts'
import type { Document } from 'mongodb'
import type { PartKind } from '../domain/returns/order-parts.ts'
import type { CommissionLines } from './commission-lines.ts'
import type { Inside, ListsInside } from './lists-inside.ts'
import type { OrderCommands } from './order-commands.ts'
import type { createOrderSets } from './order-sets.ts'
import { granted, type OrderViews, sold } from './order-views.ts'
import type { OrdersByContent } from './orders-by-content.ts'
import type { ReturnRequests } from './return-requests.ts'

export interface OwnedParts {
  views: OrderViews
  byContent: OrdersByContent
  pageInside: ListsInside
  returnRequests: ReturnRequests
  sets: ReturnType<typeof createOrderSets>
  commissionLines: CommissionLines
  commands: OrderCommands
}

/** The orders that a seller may see. Orders of others, drafts and unknown ones are all refused as forbidden. */
export const createOrdersOfSeller =
  ({ views, byContent, pageInside, returnRequests, commissionLines, commands }: OwnedParts) =>
  (seller_id: string) => {
    const sales = { seller_id, is_draft_order: false } as const
    return {
      ...views.ofSeller(seller_id),
      /** An order with its commission. */
      getWithCommission: async (id: string, deadline: number) => sold(await commissionLines.findOfOrder(id, seller_id, deadline)),
      /** A return, an exchange or a claim of one of the seller's orders; see `findPart` of the store. */
      findPart: async <Kind extends PartKind>(kind: Kind, id: string, deadline: number) =>
        granted(await byContent.findPart(kind, id, deadline, sales)),
      /** The order that holds it. */
      findIdOfPart: async (kind: PartKind, id: string, deadline: number) =>
        granted(await byContent.findIdOfPart(kind, id, deadline, sales)),
      /** The order that has a line; undefined for other sellers' lines and unknown ones alike. */
      findIdOfLine: (id: string, deadline: number) => byContent.findIdOfLine(id, deadline, sales),
      /** A page of the returns, exchanges or claims of the seller's orders. */
      pageInside: <Kind extends Inside>(kind: Kind, query: ListQuery, deadline: number) =>
        pageInside(kind, query, deadline, sales),
      /** An order with its return request. */
      findWithRequest: async (id: string, projection: Document, deadline: number) =>
        granted(await returnRequests.findWithRequest(id, projection, deadline, sales)),
      /** A page of the orders with return requests. */
      pageWithRequests: (query: ListQuery, projection: Document, deadline: number) =>
        returnRequests.pageWithRequests(query, projection, deadline, sales),
      ...commands.ofSeller(seller_id),
    }
  }

/** A customer's orders with all sellers, and their parts; except drafts. */
export const createOrdersOfBuyer =
  ({ byContent, pageInside, returnRequests, sets, commands }: OwnedParts) =>
  (customer_id: string) => {
    const bought = { customer_id, is_draft_order: false } as const
    /** A request stays with the customer who made it, even if the order changes hands. */
    const asked = { ...bought, 'return_request.customer_id': customer_id } as const
    return {
      /** A return, an exchange or a claim; undefined if it is not the customer's, or does not exist. */
      findPart: <Kind extends PartKind>(kind: Kind, id: string, deadline: number) =>
        byContent.findPart(kind, id, deadline, bought),
      /** A page of the returns, exchanges or claims. */
      pageInside: <Kind extends Inside>(kind: Kind, query: ListQuery, deadline: number) =>
        pageInside(kind, query, deadline, bought),
      /** An order with the customer's return request; undefined if it is not the customer's, or does not exist. */
      findWithRequest: (id: string, projection: Document, deadline: number) =>
        returnRequests.findWithRequest(id, projection, deadline, asked),
      /** A page of the orders with the customer's return requests. */
      pageWithRequests: (query: ListQuery, projection: Document, deadline: number) =>
        returnRequests.pageWithRequests(query, projection, deadline, asked),
      /** The sets of the customer's orders. */
      sets: sets.within(bought),
      ...commands.ofBuyer(customer_id),
    }
  }
