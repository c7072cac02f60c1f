import type { Actor } from '@souk/contracts'

/**
 * To whom groups of customers are shown: `all` of them; to a storefront the ids of the marketplace's; to a seller these, and its
 * own as a whole, with their members.
 */
export type GroupViewer = 'all' | 'storefront' | { seller_id: string }

/** The caller as a viewer of groups: a type of actor that is not known is shown no more than a storefront. */
export function groupViewerOf(actor: Actor): GroupViewer {
  if (actor.type === 'member') return { seller_id: actor.seller_id }
  return actor.type === 'user' || actor.type === 'secret-key' || actor.type === 'service' ? 'all' : 'storefront'
}

/** Groups from before there were any of sellers are the marketplace's. */
interface Owned {
  seller_id?: string | null
}

/** The seller whose groups, and members of groups, the viewer is limited to; undefined for one who sees all. */
const sellerOf = (viewer: GroupViewer) => (typeof viewer === 'object' ? viewer.seller_id : undefined)

/** Whether the viewer is shown the group with a customer who is in it. */
export const seesGroup = ({ seller_id }: Owned, viewer: GroupViewer) =>
  viewer === 'all' || (seller_id ?? null) === null || seller_id === sellerOf(viewer)

/** Whether the viewer is shown the other customers of the group. */
export const seesMembers = ({ seller_id }: Owned, viewer: GroupViewer) =>
  viewer === 'all' || (typeof viewer === 'object' && seller_id === viewer.seller_id)
