import { firstOf } from '../record-pages.ts'
import type { Form } from './form.ts'
import { choose, fill, press, save, send, tick } from './steps.ts'

/** Users, invites and the store. */
export const peopleForms: readonly Form[] = [
  {
    name: 'new invite',
    path: '/settings/users/invite',
    steps: [fill({ email: 'wendy@clients.example' }), send],
    shows: ['wendy@clients.example'],
  },
  {
    name: 'accepted invite',
    path: async (known) => `/invite?token=${(await firstOf(known, '/admin/invites?q=wendy')).token}`,
    steps: [
      fill({ first_name: 'Wendy', last_name: 'Wood', password: 'four-walkers-went', repeat_password: 'four-walkers-went' }),
      press('Create account'),
    ],
    shows: ['Your account has been registered'],
  },
  {
    name: 'user changed',
    path: '/settings/users/:id/edit',
    list: '/admin/users',
    steps: [fill({ last_name: 'Anders' }), save],
    shows: ['Anders'],
  },
  {
    name: 'profile changed',
    path: '/settings/profile/edit',
    steps: [fill({ first_name: 'Alexa' }), save],
    shows: ['Alexa'],
  },
  {
    name: 'store changed',
    path: '/settings/store/edit',
    steps: [
      fill({ name: 'Walkers Market' }),
      choose('Default currency', 'USD'),
      choose('Default region', 'United States'),
      choose('Default location', 'Store'),
      save,
    ],
    shows: ['Walkers Market', 'USD', 'United States'],
  },
  {
    name: "store's currencies",
    path: '/settings/store/currencies',
    steps: [fill({ q: 'dan' }), tick('Danish Krone'), save],
    shows: ['Danish Krone'],
  },
]
