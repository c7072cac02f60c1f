import { memberOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { deleteMember } from './delete-member.ts'
import { getMember } from './get-member.ts'
import { getOwnMember } from './get-own-member.ts'
import { getOwnSeller } from './get-own-seller.ts'
import { listMembers } from './list-members.ts'
import { updateMember } from './update-member.ts'
import { updateOwnSeller } from './update-own-seller.ts'

export const memberHandlers = implementAll(memberOperations, {
  getMember,
  updateMember,
  deleteMember,
  listMembers,
  getOwnMember,
  getOwnSeller,
  updateOwnSeller,
})
