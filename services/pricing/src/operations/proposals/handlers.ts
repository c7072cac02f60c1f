import { proposalOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findProposal } from './find-proposal.ts'
import { settleProposal } from './settle-proposal.ts'

export const proposalHandlers = implementAll(proposalOperations, { findProposal, settleProposal })
