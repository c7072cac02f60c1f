import { type Actor, type Campaign, type ListQuery, type Selection, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { CampaignRecord } from '../domain/promotions/promotion.ts'
import type { BuyerUsage } from '../domain/promotions/use-count.ts'

/** How promotions and campaigns are to be shown. */
export interface Shown {
  selection: Selection
  /** Epoch ms. */
  deadline: number
  /** Sellers see only their own promotions, and only how their own campaigns were used by each buyer. */
  actor: Actor
  /** The page of a campaign's promotions that is to be shown; default: all of them. `none`: an empty list. */
  members?: ListQuery | 'none' | undefined
}

/** The seller whose member asks; undefined for anybody else, such as an administrator. */
export const sellerAmong = (actor: Actor) => (actor.type === 'member' ? actor.seller_id : undefined)

/** How much promotions and campaigns were used, by their ids; for campaigns also by each buyer, if requested. */
export interface Used {
  used: ReadonlyMap<string, number>
  usages?: ReadonlyMap<string, BuyerUsage[]> | undefined
}

/** A campaign without its promotions, and with the usages of its budget if they are given. */
export function shownCampaign({ seller_id: _, budget, ...campaign }: CampaignRecord, { used, usages }: Used): Campaign {
  if (!budget) return { ...campaign, budget }
  const { id } = campaign
  const ofBuyers = usages && (usages.get(id) ?? []).map((usage) => ({ ...usage, budget_id: budget.id }))
  const counts = { used: used.get(id) ?? 0, ...(ofBuyers && { usages: ofBuyers }) }
  return { ...campaign, budget: { ...budget, campaign_id: id, ...counts } }
}

/** The usages of those of these campaigns whose buyers the caller may see; undefined unless `path` is requested. */
export async function usagesWhereAsked(
  campaigns: Iterable<CampaignRecord>,
  path: string,
  { selection, deadline, actor }: Shown,
  { useCounts }: Pick<Deps, 'useCounts'>,
): Promise<Used['usages']> {
  if (!wants(selection, path)) return undefined
  const seller = sellerAmong(actor)
  const counting = [...campaigns].filter(
    ({ budget, seller_id }) => budget?.type === 'use_by_attribute' && (seller === undefined || seller_id === seller),
  )
  return new Map(await Promise.all(counting.map(async ({ id }) => [id, await useCounts.listUsages(id, deadline)] as const)))
}
