import type { CustomerAddress } from '@souk/contracts'
import type { CustomerGroupRecord, CustomerRecord } from '../../services/orders/src/domain/customers/customer-record.ts'
import { ids, seededId } from './ids.ts'
import { seededDates } from './records.ts'
import { EMAILS } from './sellers.ts'

const FOREIGN_EMAIL = 'other-customer@souk.example'

const address = (n: number, overrides: Partial<CustomerAddress>): CustomerAddress => ({
  id: seededId('cuaddr', n),
  customer_id: ids.customer,
  address_name: null,
  first_name: 'Cora',
  last_name: 'Cotton',
  phone: '+49 30 654321',
  company: null,
  address_1: 'Spinnerstrasse 7',
  address_2: null,
  city: 'Berlin',
  country_code: 'de',
  province: 'de-be',
  postal_code: '10115',
  is_default_shipping: false,
  is_default_billing: false,
  metadata: null,
  ...seededDates,
  ...overrides,
})

const home = address(1, { address_name: 'Home', is_default_shipping: true })
const office = address(2, { address_name: 'Office', company: 'Cotton & Co', address_1: 'Weberplatz 1', is_default_billing: true })
/** Deleted by an example. */
const former = address(5, { address_name: 'Former flat', address_1: 'Nadelgasse 3' })
const foreign = address(3, {
  customer_id: ids.foreign_customer,
  first_name: 'Finn',
  last_name: 'Flax',
  phone: null,
  address_1: 'Rue du Lin 3',
  city: 'Paris',
  country_code: 'fr',
  province: null,
  postal_code: '75001',
  is_default_shipping: true,
  is_default_billing: true,
})

export const seededAddresses = { home, office, foreign }

const group = (id: string, name: string, overrides: Partial<CustomerGroupRecord> = {}): CustomerGroupRecord => ({
  id,
  name,
  metadata: null,
  created_by: null,
  seller_id: null,
  ...seededDates,
  ...overrides,
})

/**
 * Of the marketplace, and of sellers: nobody is in theirs yet. No two names are equal: data of former versions may have an
 * index that forbids it.
 */
export const seededCustomerGroups: readonly CustomerGroupRecord[] = [
  group(ids.customer_group, 'Regulars', { metadata: { discount: 'on request' } }),
  group(ids.example_customer_group, 'Deleted by an example'),
  group(ids.seller_customer_group, 'Neighbours', { seller_id: ids.seller }),
  group(ids.example_seller_customer_group, 'Deleted by an example of a seller', { seller_id: ids.seller }),
  group(ids.foreign_seller_customer_group, 'Potters', { seller_id: ids.foreign_seller }),
]

/** The first has an account and a group; the other buys from the other seller only. */
export const seededCustomers: readonly CustomerRecord[] = [
  {
    id: ids.customer,
    has_account: true,
    email: EMAILS.customer,
    first_name: 'Cora',
    last_name: 'Cotton',
    company_name: 'Cotton & Co',
    phone: '+49 30 654321',
    default_billing_address_id: office.id,
    default_shipping_address_id: home.id,
    addresses: [home, office, former],
    group_ids: [ids.customer_group],
    bought_from: [ids.seller],
    created_by: null,
    metadata: { newsletter: true },
    ...seededDates,
  },
  {
    id: ids.foreign_customer,
    has_account: false,
    email: FOREIGN_EMAIL,
    first_name: 'Finn',
    last_name: 'Flax',
    company_name: null,
    phone: null,
    default_billing_address_id: foreign.id,
    default_shipping_address_id: foreign.id,
    addresses: [foreign],
    group_ids: [],
    bought_from: [ids.foreign_seller],
    created_by: null,
    metadata: null,
    ...seededDates,
  },
  {
    id: ids.example_customer,
    has_account: false,
    email: 'example-customer@souk.example',
    first_name: 'Deleted',
    last_name: 'by an example',
    company_name: null,
    phone: null,
    default_billing_address_id: null,
    default_shipping_address_id: null,
    addresses: [],
    group_ids: [],
    bought_from: [],
    created_by: null,
    metadata: null,
    ...seededDates,
  },
]
