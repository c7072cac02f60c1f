import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { MetadataInput, TextInput } from '../fields/common.ts'
import { isCleanText } from '../fields/free-form.ts'

const text = TextInput(500).nullish()

/** The fields of a customer that may be set; `null` empties one. */
export const CustomerInput = z.strictObject({
  company_name: text,
  first_name: text,
  last_name: text,
  phone: text,
  metadata: MetadataInput.nullish(),
})
/** Only the form of the address is checked: only sending a mail can show whether it exists. */
export const EmailInput = z
  .email({ pattern: /^[^\s@]+@[^\s@]+$/ })
  .max(320)
  .refine(isCleanText, 'must not contain NUL or lone surrogates')

/** A shipping or billing address. At most one address is the default for each. */
export const CustomerAddressInput = AddressInput.extend({
  address_name: text,
  is_default_shipping: z.boolean().optional(),
  is_default_billing: z.boolean().optional(),
})
export type CustomerAddressInput = z.infer<typeof CustomerAddressInput>
