import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { MetadataInput, TextInput } from '../fields/common.ts'

const text = TextInput(500).nullish()

/** What a customer can be told of themselves; `null` empties. */
export const CustomerInput = z.strictObject({
  company_name: text,
  first_name: text,
  last_name: text,
  phone: text,
  metadata: MetadataInput.nullish(),
})
/** Whether anybody reads what is sent there, only a mail can tell. */
export const EmailInput = TextInput(320).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

/** Where a customer has things sent, or is billed. One address at the most is the default for each. */
export const CustomerAddressInput = AddressInput.extend({
  address_name: text,
  is_default_shipping: z.boolean().optional(),
  is_default_billing: z.boolean().optional(),
})
export type CustomerAddressInput = z.infer<typeof CustomerAddressInput>
