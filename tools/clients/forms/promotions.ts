import type { Form } from './form.ts'
import { fill, pick, press, save } from './steps.ts'

/** Campaigns with their budgets, and promotions of several kinds. */
export const promotionForms: readonly Form[] = [
  {
    name: 'new campaign',
    path: '/campaigns/create',
    steps: [fill({ name: 'Winter', campaign_identifier: 'winter', description: 'Until spring' }), save],
    shows: ['Winter', 'winter'],
  },
  {
    name: 'campaign changed',
    path: '/campaigns/:id/edit',
    list: '/admin/campaigns',
    steps: [fill({ name: 'Spring', description: 'Until summer' }), save],
    shows: ['Spring'],
  },
  {
    name: "campaign's budget changed",
    path: '/campaigns/:id/edit-budget',
    list: '/admin/campaigns',
    steps: [fill({ limit: '777' }), save],
    shows: ['777'],
  },
  {
    name: 'new promotion of the order',
    path: '/promotions/create',
    steps: [
      pick('Percentage off order'),
      press('Continue'),
      pick('Active'),
      fill({ code: 'WINTER12', 'application_method.value': '12' }),
      press('Continue'),
      save,
    ],
    shows: ['WINTER12', '12.00%'],
  },
  {
    name: 'new promotion in a new campaign',
    path: '/promotions/create',
    steps: [
      pick('Percentage off product'),
      press('Continue'),
      fill({ code: 'WOOL7', 'application_method.value': '7', 'application_method.max_quantity': '3' }),
      press('Continue'),
      pick('New Campaign'),
      fill({ 'campaign.name': 'Wool', 'campaign.campaign_identifier': 'wool' }),
      save,
    ],
    shows: ['WOOL7', '7.00%', 'Wool'],
  },
  {
    name: 'promotion changed',
    path: '/promotions/:id/edit',
    list: '/admin/promotions',
    steps: [pick('Inactive'), fill({ code: 'RENAMED' }), save],
    shows: ['RENAMED', 'Inactive'],
  },
]
