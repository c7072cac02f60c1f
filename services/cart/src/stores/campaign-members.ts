import { changeMembership, type Membership, type RecordCommand } from '@souk/runtime'
import { isElsewhere, joining, leaving, notToBeAdded } from '../domain/promotions/campaign-members.ts'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'
import type { PromotionStore } from './promotions.ts'

/**
 * Adds promotions to a campaign, and removes others, as `changeMembership` does.
 * @throws not_found, before anything is written, for promotions that cannot be added; later only for those that are
 * concurrently deleted or added to another campaign
 */
export async function changeCampaignMembers(
  promotions: Pick<PromotionStore, 'find' | 'update'>,
  campaign: CampaignRecord,
  members: Membership,
  command: RecordCommand,
) {
  function assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, PromotionRecord>) {
    const refused = ids.filter((id) => !found.has(id) || isElsewhere(found.get(id)!, campaign))
    if (refused.length > 0) throw notToBeAdded(refused)
  }
  const adding = joining(campaign)
  const gone = (id: string) => notToBeAdded([id])
  await changeMembership(promotions, members, { adding, removing: leaving(campaign.id), assertMayBeAdded, gone }, command)
}
