import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Member, MemberRole, Seller } from './seller.ts'
import { memberInputs, sellerChanges } from './seller-inputs.ts'

const selects = { schema: Member, defaults: 'all' } as const
/** @param n the number of the example, a member of the demonstration data */
const memberParams = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the member', example: demonstrationId('mem', n) }) })

/** One member of the caller's seller; foreign, unknown and deleted ids are refused alike (403). */
export const getMember = defineOperation({
  service: 'sellers',
  name: 'get-member',
  method: 'GET',
  path: '/vendor/members/:id',
  summary: 'Get a member',
  params: memberParams(1),
  query: RecordQuery,
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
  sameForAll: true,
})

/**
 * Members may change their own fields; owners and admins also those of others, and their roles: an admin can neither make nor
 * change an owner. A seller always has an owner.
 */
export const updateMember = defineOperation({
  service: 'sellers',
  name: 'update-member',
  method: 'POST',
  path: '/vendor/members/:id',
  summary: 'Update a member',
  params: memberParams(1),
  body: z
    .strictObject({ name: TextInput(500).nullish(), ...memberInputs, role: MemberRole.optional() })
    .meta({ example: { bio: 'Founder' } }),
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
})

/**
 * For owners and admins, although an admin cannot remove an owner, and for members who leave. All tokens of the member are void
 * at once; the log-in stays, without an owner, and can accept another invite. The last owner cannot be removed.
 */
export const deleteMember = defineOperation({
  service: 'sellers',
  name: 'delete-member',
  method: 'DELETE',
  path: '/vendor/members/:id',
  summary: 'Remove a member',
  params: memberParams(2),
  response: z.object({ id: z.string(), object: z.literal('member'), deleted: z.literal(true) }),
})

export const listMembers = defineOperation({
  service: 'sellers',
  name: 'list-members',
  method: 'GET',
  path: '/vendor/members',
  summary: 'List the members of the current seller',
  query: listQuery(Member, {
    sort: ['created_at', 'updated_at', 'name', 'email', 'role'],
    filter: ['id', 'role', 'name', 'email', 'created_at', 'updated_at'],
    q: ['name', 'email'],
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('members', Member),
  selects: { key: 'members', ...selects },
})

export const getOwnMember = defineOperation({
  service: 'sellers',
  name: 'get-own-member',
  method: 'GET',
  path: '/vendor/me',
  summary: 'Get the current member',
  query: RecordQuery,
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
})

export const getOwnSeller = defineOperation({
  service: 'sellers',
  name: 'get-own-seller',
  method: 'GET',
  path: '/vendor/sellers/me',
  summary: "Get the current member's seller",
  query: RecordQuery,
  response: z.object({ seller: Seller }),
  selects: { key: 'seller', schema: Seller, defaults: 'all' },
  sameForAll: true,
})

/** For owners and admins. The handle follows the name and is unique. */
export const updateOwnSeller = defineOperation({
  service: 'sellers',
  name: 'update-own-seller',
  method: 'POST',
  path: '/vendor/sellers/me',
  summary: "Update the current member's seller",
  body: z.strictObject(sellerChanges).meta({ example: { description: 'Clothes made to last' } }),
  response: z.object({ seller: Seller }),
  selects: { key: 'seller', schema: Seller, defaults: 'all' },
})

export const memberOperations = {
  getMember,
  updateMember,
  deleteMember,
  listMembers,
  getOwnMember,
  getOwnSeller,
  updateOwnSeller,
}

const ids = z.object({ id: z.string().describe('The member'), seller_id: z.string().describe('The seller') })
const event = eventsOf('sellers', 'member', ids)
export const memberCreated = event('created', 'Somebody became a member of a seller.')
export const memberUpdated = event('updated', 'A member was updated, for example with another role.')
export const memberDeleted = event('deleted', 'A member left, or was removed.')
const sellerEvent = eventsOf('sellers', 'seller', z.object({ id: z.string().describe('The seller') }))
export const sellerCreated = sellerEvent(
  'created',
  'A seller was created with its owner, after the request to become a seller was accepted.',
)
export const sellerUpdated = sellerEvent('updated', 'The data of a seller changed.')
export const memberEvents = [memberCreated, memberUpdated, memberDeleted, sellerCreated, sellerUpdated]
