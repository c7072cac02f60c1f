import { entered, OPENED } from '../../services/cart/src/domain/accounts/ledger.ts'
import { accountIdOf, type StoreCreditAccountRecord } from '../../services/cart/src/domain/accounts/store-credit-account.ts'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { seededDates } from './records.ts'

/** 40 euros of the customer. */
export function seededStoreCreditAccount(): StoreCreditAccountRecord {
  const [customer_id, currency_code] = [ids.customer, 'eur']
  const id = accountIdOf(customer_id, currency_code)
  const account = { id, code: 'SC-CUSTOMER', customer_id, currency_code, metadata: null, ...OPENED, ...seededDates }
  const entry = { id: seededId('sc_trx', 1001), reference: null, reference_id: null, note: 'Sorry for the delay', at: SEEDED_AT }
  return entered(account, { ...entry, key: 'seed', amount: '40' })
}
