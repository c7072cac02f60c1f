import type { Form } from './form.ts'
import { fill, save } from './steps.ts'

/** Why things are sent back, and why money is given back. */
export const reasonForms: readonly Form[] = [
  {
    name: 'new return reason',
    path: '/settings/return-reasons/create',
    steps: [fill({ value: 'colour', label: 'Wrong colour', description: 'Not as in the picture' }), save],
    shows: ['Wrong colour'],
  },
  {
    name: 'return reason changed',
    path: '/settings/return-reasons/:id/edit',
    list: '/admin/return-reasons',
    steps: [fill({ label: 'Does not suit' }), save],
    shows: ['Does not suit'],
  },
  {
    name: 'new refund reason',
    path: '/settings/refund-reasons/create',
    steps: [fill({ label: 'Late', code: 'late', description: 'After the promised day' }), save],
    shows: ['Late'],
  },
  {
    name: 'refund reason changed',
    path: '/settings/refund-reasons/:id/edit',
    list: '/admin/refund-reasons',
    steps: [fill({ label: 'Broken' }), save],
    shows: ['Broken'],
  },
]
