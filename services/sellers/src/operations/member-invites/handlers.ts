import { memberInviteOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { acceptMemberInvite } from './accept-member-invite.ts'
import { createMemberInvite } from './create-member-invite.ts'
import { deleteMemberInvite } from './delete-member-invite.ts'
import { listMemberInvites } from './list-member-invites.ts'

export const memberInviteHandlers = implementAll(memberInviteOperations, {
  listMemberInvites,
  createMemberInvite,
  deleteMemberInvite,
  acceptMemberInvite,
})
