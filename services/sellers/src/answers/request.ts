import type { SellerRequest } from '@souk/contracts'
import type { RequestRecord } from '../domain/requests/request.ts'

/** A request as answers show it. */
export const shownRequest = ({ accepting: _, ...request }: RequestRecord): SellerRequest => request
