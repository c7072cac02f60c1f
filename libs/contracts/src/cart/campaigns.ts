import { recordEvents } from '../operation/plain-resource.ts'

export const CAMPAIGN_SEARCH = { inside: ['name', 'description'] } as const

export const campaignEvents = recordEvents('cart', 'campaign', 'campaign')
export const [campaignCreated, campaignUpdated, campaignDeleted] = campaignEvents
