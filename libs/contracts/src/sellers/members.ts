import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Member, Seller } from './seller.ts'

const selects = { schema: Member, defaults: 'all' } as const

/** One member of the caller's seller; foreign, unknown and deleted ids are refused alike (403). */
export const getMember = defineOperation({
  service: 'sellers',
  name: 'get-member',
  method: 'GET',
  path: '/vendor/members/:id',
  summary: 'Get a member',
  params: z.object({ id: IdInput.meta({ description: 'ID of the member', example: demonstrationId('mem', 1) }) }),
  query: RecordQuery,
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
  same_for_all: true,
})

export const listMembers = defineOperation({
  service: 'sellers',
  name: 'list-members',
  method: 'GET',
  path: '/vendor/members',
  summary: "List the members of the caller's seller",
  query: listQuery(Member, {
    sort: ['created_at', 'updated_at', 'name', 'email', 'role'],
    filter: ['id', 'role', 'name', 'email', 'created_at', 'updated_at'],
    q: ['name', 'email'],
    deleted: 'hidden',
  }),
  response: z.object({ members: z.array(Member), count: z.int(), offset: z.int(), limit: z.int() }),
  selects: { key: 'members', ...selects },
})

export const getOwnMember = defineOperation({
  service: 'sellers',
  name: 'get-own-member',
  method: 'GET',
  path: '/vendor/me',
  summary: 'Get the member who asks',
  query: RecordQuery,
  response: z.object({ member: Member }),
  selects: { key: 'member', ...selects },
})

export const getOwnSeller = defineOperation({
  service: 'sellers',
  name: 'get-own-seller',
  method: 'GET',
  path: '/vendor/sellers/me',
  summary: 'Get the seller of the member who asks',
  query: RecordQuery,
  response: z.object({ seller: Seller }),
  selects: { key: 'seller', schema: Seller, defaults: 'all' },
  same_for_all: true,
})

export const memberOperations = { getMember, listMembers, getOwnMember, getOwnSeller }
