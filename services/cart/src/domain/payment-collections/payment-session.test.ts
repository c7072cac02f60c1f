import { withSession } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { AT, aContext, aPaymentCollection, LATER } from '../../../test/builders.ts'
import { type AccountHolder, sessionContext } from './payment-session.ts'

const at = { created_at: AT, updated_at: AT, deleted_at: null }
const address = (id: string, is_default_billing = false) => ({
  ...{ id, customer_id: 'cus_ann', first_name: 'Ann', last_name: null, phone: null, company: null, address_1: null },
  ...{ address_2: null, city: null, country_code: 'de', province: null, postal_code: null, metadata: null, ...at },
  ...{ address_name: null, is_default_shipping: false, is_default_billing },
})
const ann = {
  ...{ id: 'cus_ann', has_account: true, email: 'ann@example.com', first_name: 'Ann', last_name: null, company_name: null },
  ...{ phone: null, default_billing_address_id: null, default_shipping_address_id: null, addresses: [], groups: [] },
  ...{ created_by: null, metadata: { vip: true }, ...at },
}
const holder: AccountHolder = {
  ...{ id: 'acchld_1', provider_id: 'pp_system_default', external_id: 'cus_ann', email: ann.email, data: {}, metadata: null },
  ...at,
}

describe('the customer data passed to a payment provider', () => {
  it('is empty for a guest', () => {
    expect(sessionContext(null, null)).toEqual({})
  })

  it('identifies the customer, with the account at the provider', () => {
    const shown = { id: 'cus_ann', email: 'ann@example.com', first_name: 'Ann', last_name: null, company_name: null, phone: null }
    const customer = { ...shown, addresses: [], metadata: { vip: true }, account_holders: [] }

    expect(sessionContext(ann, holder)).toEqual({ customer, account_holder: holder })
    expect(sessionContext(ann, null)).toEqual({ customer })
  })

  it.each([
    ['the default billing address', [address('a'), address('b', true)], 'b'],
    ['the first address if none is the default', [address('a'), address('b')], 'a'],
  ])('has a billing address: %s', (_which, addresses, expected) => {
    expect(sessionContext({ ...ann, addresses }, null)).toMatchObject({
      customer: { billing_address: { id: expected }, addresses },
    })
  })

  it('includes only the default addresses when all of them are too large', () => {
    const long = (id: string, isDefault = false) => ({ ...address(id, isDefault), metadata: { text: 'x'.repeat(16_000) } })
    const context = sessionContext({ ...ann, addresses: [long('a'), long('b', true), long('c')] }, null)
    expect(context).toMatchObject({ customer: { billing_address: { id: 'b' }, addresses: [{ id: 'b' }] } })
  })
})

describe('a new session', () => {
  it('replaces all other sessions', () => {
    const facts = { id: 'payses_new', provider_id: 'pp_system_default', amount: 20, currency_code: 'eur' }
    const begun = { status: 'pending' as const, data: { a: 1 }, context: {} }

    expect(withSession(aPaymentCollection(), { ...facts, ...begun }, aContext())).toEqual({
      ...aPaymentCollection(),
      payment_sessions: [
        {
          ...{ ...facts, ...begun, payment_collection_id: 'pay_col_1', payment: null, authorized_at: null, metadata: {} },
          ...{ created_at: LATER, updated_at: LATER, deleted_at: null },
        },
      ],
    })
  })
})
