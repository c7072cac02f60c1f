import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { MetadataInput, TextInput } from '../fields/common.ts'

const text = TextInput(500).nullish()

/** The fields of a customer that may be set; `null` empties one. */
export const CustomerInput = z.strictObject({
  company_name: text,
  first_name: text,
  last_name: text,
  phone: text,
  metadata: MetadataInput.nullish(),
})
/** Only the form of the address is checked: a mail alone can tell whether somebody reads it. */
export const EmailInput = TextInput(320).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

/** Where a customer has things sent, or is billed. One address at the most is the default for each. */
export const CustomerAddressInput = AddressInput.extend({
  address_name: text,
  is_default_shipping: z.boolean().optional(),
  is_default_billing: z.boolean().optional(),
})
export type CustomerAddressInput = z.infer<typeof CustomerAddressInput>
