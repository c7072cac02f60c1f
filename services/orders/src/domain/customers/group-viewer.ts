import type { Actor } from '@souk/contracts'

/**
 * Determines which groups of customers are shown: `all` of them; to a storefront the ids of the marketplace's; to a seller these
 * ids, and its own groups with all fields and members.
 */
export type GroupViewer = 'all' | 'storefront' | { seller_id: string }

/** The caller as a viewer of groups: an unknown type of actor sees no more than a storefront. */
export function groupViewerOf(actor: Actor): GroupViewer {
  if (actor.type === 'member') return { seller_id: actor.seller_id }
  return actor.type === 'user' || actor.type === 'secret-key' || actor.type === 'service' ? 'all' : 'storefront'
}

/** Groups that are older than sellers' groups belong to the marketplace. */
interface Owned {
  seller_id?: string | null
}

/** The seller whose groups and members the viewer is limited to; undefined if there is no such limit. */
const sellerOf = (viewer: GroupViewer) => (typeof viewer === 'object' ? viewer.seller_id : undefined)

/** Whether the viewer sees the group of a customer. */
export const seesGroup = ({ seller_id }: Owned, viewer: GroupViewer) =>
  viewer === 'all' || (seller_id ?? null) === null || seller_id === sellerOf(viewer)

/** Whether the viewer sees the other customers of the group. */
export const seesMembers = ({ seller_id }: Owned, viewer: GroupViewer) =>
  viewer === 'all' || (typeof viewer === 'object' && seller_id === viewer.seller_id)
