import { productProposalEnded, productProposed } from '@souk/contracts'
import { type Background, consumeEvent, type EventConsumerOptions, onEvent } from '@souk/runtime'
import { followProposal, type ProposalStores } from '../operations/requests/follow-proposal.ts'

/** Creates requests for proposed products, and closes them when the proposals end. Any number of replicas may do so. */
export const followProposals = (deps: ProposalStores, options: Omit<EventConsumerOptions, 'name'>): Background[] =>
  [productProposed, productProposalEnded]
    .map((event) => onEvent(event, ({ ids }, deadline) => followProposal(ids.id, deps, deadline)))
    .map((handler) => consumeEvent(handler, { ...options, name: 'sellers' }))
