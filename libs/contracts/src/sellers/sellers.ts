import { z } from 'zod'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { EmailInput } from '../orders/customer-inputs.ts'
import { Seller, StoreStatus } from './seller.ts'
import { sellerChanges } from './seller-inputs.ts'

/** Storefronts search by it, too: it contains only fields that they may see. */
export const SELLER_SEARCH = ['name', 'handle'] as const

const sellers = plainResource({
  service: 'sellers',
  path: '/admin/sellers',
  noun: ['seller', 'sellers'],
  keys: ['seller', 'sellers'],
  schema: Seller,
  examples: { id: demonstrationId('sel', 1), deleted: demonstrationId('sel', 2) },
  defaults: 'all',
})

export const listSellers = sellers.list('list-sellers', {
  sort: ['created_at', 'updated_at', 'name', 'email', 'store_status'],
  filter: ['id', 'name', 'handle', 'email', 'store_status', 'created_at', 'updated_at'],
  q: SELLER_SEARCH,
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
export const getSeller = sellers.get('get-seller')

/**
 * The handle follows the name and is unique. Members of an inactive seller may only read, process its orders and change its own
 * fields, which gateways learn within milliseconds of the answer. Carts with its goods can no longer be completed.
 */
export const updateSeller = sellers.update(
  'update-seller',
  z
    .strictObject({ ...sellerChanges, store_status: StoreStatus.optional() })
    .meta({ example: { description: 'Clothes made to last' } }),
)

/** It grants nothing: its recipient must request a seller like everybody else. */
export const SellerInvitation = z
  .object({
    id: z.string(),
    email: z.string(),
    registration_url: z.string().nullable().describe('Where to register; null: known to the sender of the e-mail.'),
  })
  .meta({ id: 'SellerInvitation' })
export type SellerInvitation = z.infer<typeof SellerInvitation>

/** It only publishes `seller-invitation.created`: a listener sends the mail. */
export const inviteSeller = defineOperation({
  service: 'sellers',
  name: 'invite-seller',
  method: 'POST',
  path: '/admin/sellers/invite',
  summary: 'Invite somebody to register as a seller',
  body: z
    .strictObject({
      email: EmailInput,
      registration_url: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .nullish(),
    })
    .meta({ example: { email: 'invited-seller@souk.example' } }),
  status: 201,
  response: z.object({ invitation: SellerInvitation }),
  ifMatch: 'none',
})

export const sellerOperations = { listSellers, getSeller, updateSeller, inviteSeller }

export const sellerInvitationCreated = defineEvent({
  service: 'sellers',
  name: 'seller-invitation.created',
  summary: 'Somebody was invited to register as a seller.',
  ids: z.object({
    id: z.string().describe('The invitation'),
    email: z.string().describe('The invited e-mail address'),
    registration_url: z.string().describe('Where to register; empty: known to the sender of the e-mail'),
  }),
})
export const sellerEvents = [sellerInvitationCreated]
