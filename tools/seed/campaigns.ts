import type { CampaignRecord } from '../../services/cart/src/domain/promotions/promotion.ts'
import { ids, seededId } from './ids.ts'
import { seededDates } from './records.ts'

const campaign = (id: string, name: string, overrides: Partial<CampaignRecord> = {}): CampaignRecord => ({
  id,
  name,
  description: null,
  campaign_identifier: name.toUpperCase().replaceAll(' ', '-'),
  starts_at: null,
  ends_at: null,
  budget: null,
  ...seededDates,
  ...overrides,
})

export const seededCampaigns: readonly CampaignRecord[] = [
  campaign(ids.campaign, 'Opening weeks', {
    description: 'For those who come first',
    budget: {
      id: seededId('probudg', 1),
      type: 'spend',
      currency_code: 'eur',
      limit: 5000,
      attribute: null,
      ...seededDates,
    },
  }),
  campaign(ids.example_campaign, 'Deleted by an example'),
  campaign(ids.seller_campaign, 'Shirts for the autumn', { seller_id: ids.seller }),
  campaign(ids.example_seller_campaign, 'Deleted by an example of the seller', { seller_id: ids.seller }),
  campaign(ids.foreign_campaign, 'Mugs for the winter', { seller_id: ids.foreign_seller }),
]
