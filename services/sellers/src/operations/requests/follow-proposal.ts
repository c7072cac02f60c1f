import type { Proposal } from '@souk/contracts'
import { type Fate, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { type ProposalRequestRecord, proposalRequestOf } from '../../domain/requests/request.ts'

export type ProposalStores = Pick<Deps, 'requests' | 'catalogue' | 'sellers'>

const MAX_TRIES = 5

/**
 * Makes the requests for a product match its proposal: one pending request while it is proposed, otherwise none. It checks again
 * after each write, which a concurrent change may have invalidated: whoever finishes last has seen the product and its requests
 * agree.
 * @throws unavailable; Error while a review that the product may refuse is being carried out, or if changes never settle
 */
export async function followProposal(product_id: string, stores: ProposalStores, deadline: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const proposal = await stores.catalogue.findProposal(product_id, deadline)
    const requests = await stores.requests.listOfProduct(product_id, proposal?.request_id, deadline)
    const others = requests.filter(({ id }) => id !== proposal?.request_id)
    for (const { id } of others) await stores.requests.withdraw(id, newCommand(deadline))
    const own = requests.find(({ id }) => id === proposal?.request_id)
    const isChanged = proposal !== null && (await follow(proposal, own, stores, deadline))
    if (!isChanged && others.length === 0) return
  }
  throw new Error(`the requests of product ${product_id} change all the time`)
}

/** @returns whether anything was written */
async function follow(
  proposal: Proposal,
  request: ProposalRequestRecord | undefined,
  stores: ProposalStores,
  deadline: number,
): Promise<boolean> {
  const { requests } = stores
  const { request_id, status, outcome } = proposal
  const reviewed = outcome && (outcome === 'published' ? 'accepted' : 'rejected')
  const isWaiting = !outcome && status === 'proposed'
  if (!request) return (isWaiting || outcome !== null) && make(proposal, stores, deadline)
  if (request.status !== 'pending') return false
  const isThere = request.deleted_at === null
  if (isThere && request.accepting) {
    if (!isWaiting && reviewed !== (request.accepting.is_rejection ? 'rejected' : 'accepted')) throw underReview(request)
    return false
  }
  if (isThere === isWaiting) return false
  const command = newCommand(deadline)
  if (isWaiting) await requests.renew(request_id, command, dataOf(proposal))
  else if (reviewed) await requests.close(request_id, command, reviewed)
  else await requests.withdraw(request_id, command)
  return true
}

async function make(proposal: Proposal, { requests, sellers }: ProposalStores, deadline: number): Promise<true> {
  const { request_id, seller_id } = proposal
  const submitter_id = proposal.submitter_id ?? (await ownerOf(seller_id, sellers, deadline))
  const request = proposalRequestOf(dataOf(proposal), { seller_id, submitter_id })
  const command = { ...newCommand(deadline), fate: { is: 'open' } as Fate }
  await requests.create(request, { command, newIds: () => () => request_id })
  return true
}

const dataOf = ({ product }: Proposal) => ({ ...product, product_id: product.id })

/** Stands in for an unknown submitter: the seller's owner or, without one, the seller itself. */
async function ownerOf(seller_id: string, sellers: ProposalStores['sellers'], deadline: number): Promise<string> {
  const members = (await sellers.find(seller_id, deadline))?.seller.members ?? []
  return members.find(({ role, deleted_at }) => role === 'owner' && deleted_at === null)?.id ?? seller_id
}

const underReview = ({ id }: ProposalRequestRecord) => new Error(`request ${id} is being reviewed`)
