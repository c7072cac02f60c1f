import { changeEach, type RecordCommand, unlessGone } from '@souk/runtime'
import { isElsewhere, joining, leaving, notToBeAdded } from '../domain/promotions/campaign-members.ts'
import type { CampaignRecord } from '../domain/promotions/promotion.ts'
import type { PromotionStore } from './promotions.ts'

interface Members {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

/**
 * Puts promotions into a campaign, and takes others out. Each is an aggregate of its own: a failure may come between them, and a
 * repeat of the same request does the rest.
 * @throws not_found and invalid_data, before anything is written, for promotions that cannot be added; later only for those that
 * others put into another campaign, or delete, at the same time
 */
export async function changeCampaignMembers(
  promotions: Pick<PromotionStore, 'find' | 'update'>,
  campaign: CampaignRecord,
  { add = [], remove = [] }: Members,
  command: RecordCommand,
) {
  const added = new Set(add)
  const ids = [...new Set([...add, ...remove])]
  const found = await Promise.all(ids.map((id) => promotions.find(id, command.deadline)))
  const living = new Map(found.flatMap((one) => (one ? [[one.record.id, one.record] as const] : [])))
  const refused = [...added].filter((id) => !living.has(id) || isElsewhere(living.get(id)!, campaign))
  if (refused.length > 0) throw notToBeAdded(refused)
  const join = joining(campaign)
  for (const id of added) join(living.get(id)!)

  await changeEach([...living.keys()], command, (id, own) =>
    added.has(id)
      ? promotions.update(id, { ...own, missing: () => notToBeAdded([id]) }, join)
      : promotions.update(id, own, leaving(campaign.id)).catch(unlessGone),
  )
}
