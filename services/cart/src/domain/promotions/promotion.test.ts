import { expect, it } from 'vitest'
import { type CampaignedPromotion, isActive } from './promotion.ts'

const NOW = '2026-06-01T00:00:00.000Z'
const EARLIER = '2026-05-01T00:00:00.000Z'
const LATER = '2026-07-01T00:00:00.000Z'
const promotion = (overrides: object = {}) =>
  ({ status: 'active', deleted_at: null, campaign_id: null, campaign: null, ...overrides }) as CampaignedPromotion
const within = (starts_at: string | null, ends_at: string | null) =>
  promotion({ campaign_id: 'procamp_1', campaign: { starts_at, ends_at } })

it.each([
  ['of no campaign', promotion(), true],
  ['a draft', promotion({ status: 'draft' }), false],
  ['deleted', promotion({ deleted_at: EARLIER }), false],
  ['of a campaign without dates', within(null, null), true],
  ['within the dates of its campaign', within(NOW, LATER), true],
  ['before its campaign begins', within(LATER, null), false],
  ['after its campaign has ended', within(EARLIER, NOW), false],
  ['of a campaign that was deleted', promotion({ campaign_id: 'procamp_1' }), false],
])('tells whether a promotion is active: %s', (_which, one, expected) => {
  expect(isActive(one, NOW)).toBe(expected)
})
