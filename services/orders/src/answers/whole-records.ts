import { Customer, compileFields, Order, OrderPreview } from '@souk/contracts'

/** The order of an answer whose `fields` are about something else: a return, a claim, an exchange. */
export const WHOLE_ORDER = compileFields(Order, undefined, 'all')
/** The same, as its active change would leave it. */
export const WHOLE_PREVIEW = compileFields(OrderPreview, undefined, 'all')
/** The customer of an answer without `fields`. */
export const WHOLE_CUSTOMER = compileFields(Customer, undefined, 'all')
