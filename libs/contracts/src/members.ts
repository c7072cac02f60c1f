import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { IdInput } from './schemas/common.ts'
import { Member } from './schemas/seller.ts'
import { VendorQuery } from './vendor-query.ts'

const selects = { schema: Member, defaults: 'all' } as const

/** One member of the caller's seller; foreign, unknown and deleted ids are refused alike (403). */
export const getMember = defineOperation({
  service: 'sellers',
  name: 'get-member',
  method: 'GET',
  path: '/vendor/members/:id',
  summary: 'Get a member',
  params: z.object({ id: IdInput.describe('ID of the member') }),
  query: VendorQuery,
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
})

export const listMembers = defineOperation({
  service: 'sellers',
  name: 'list-members',
  method: 'GET',
  path: '/vendor/members',
  summary: "List the members of the caller's seller",
  query: VendorQuery,
  response: z.object({ members: z.array(Member), count: z.int(), offset: z.int(), limit: z.int() }),
  selects: { key: 'members', ...selects },
})

export const memberOperations = [getMember, listMembers]
