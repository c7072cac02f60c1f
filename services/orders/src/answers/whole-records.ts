import { Customer, compileFields, Order, OrderPreview } from '@souk/contracts'

/** For the order of an answer whose `fields` select from another record: a return, a claim, an exchange. */
export const WHOLE_ORDER = compileFields(Order, undefined, 'all')
/** The same for a preview of the order. */
export const WHOLE_PREVIEW = compileFields(OrderPreview, undefined, 'all')
/** For the customer of an answer without `fields`. */
export const WHOLE_CUSTOMER = compileFields(Customer, undefined, 'all')
