import { memberOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getMember } from './get-member.ts'
import { getOwnMember } from './get-own-member.ts'
import { getOwnSeller } from './get-own-seller.ts'
import { listMembers } from './list-members.ts'

export const memberHandlers = implementAll(memberOperations, { getMember, listMembers, getOwnMember, getOwnSeller })
