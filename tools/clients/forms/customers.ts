import type { Form } from './form.ts'
import { choose, fill, save, tick } from './steps.ts'

/** Customers, their groups and addresses. */
export const customerForms: readonly Form[] = [
  {
    name: 'new customer',
    path: '/customers/create',
    steps: [fill({ email: 'walker@clients.example', first_name: 'Wanda', last_name: 'Walker' }), save],
    shows: ['walker@clients.example'],
  },
  { name: 'new customer group', path: '/customer-groups/create', steps: [fill({ name: 'Walkers' }), save], shows: ['Walkers'] },
  {
    name: 'customer changed',
    path: '/customers/:id/edit',
    list: '/admin/customers',
    steps: [fill({ company_name: 'Walkers Ltd' }), save],
    shows: ['Walkers Ltd'],
  },
  {
    name: 'customer group changed',
    path: '/customer-groups/:id/edit',
    list: '/admin/customer-groups',
    steps: [fill({ name: 'Often here' }), save],
    shows: ['Often here'],
  },
  {
    name: "customer group's customers",
    path: '/customer-groups/:id/add-customers',
    list: '/admin/customer-groups',
    steps: [tick('other-customer@souk.example'), save],
    shows: ['other-customer@souk.example'],
  },
  {
    name: "customer's groups",
    path: '/customers/:id/add-customer-groups',
    list: '/admin/customers',
    steps: [tick('Neighbours'), save],
    shows: ['Neighbours'],
  },
  {
    name: "customer's address",
    path: '/customers/:id/create-address',
    list: '/admin/customers',
    steps: [
      fill({ address_name: 'Cottage', address_1: 'Mill Lane 7', postal_code: '20095', city: 'Hamburg' }),
      choose('Country', 'Germany'),
      save,
    ],
    shows: ['Cottage', 'Mill Lane 7'],
  },
]
