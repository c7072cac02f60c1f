import { z } from 'zod'
import { CountryCodeInput, GivenCountryCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'

const line = TextInput(500).nullish()

/** An address as a client sends it; every part may be missing. Country and province are converted to lower case. */
export const AddressInput = z.strictObject({
  first_name: line,
  last_name: line,
  phone: line,
  company: line,
  address_1: line,
  address_2: line,
  city: line,
  country_code: CountryCodeInput.nullish(),
  province: TextInput(100).toLowerCase().nullish().describe('ISO 3166-2 code; stored in lower case'),
  postal_code: line,
  metadata: MetadataInput.nullish(),
})
export type AddressInput = z.infer<typeof AddressInput>

/**
 * An address of a cart: a new one that replaces the current one, or, with the current one's id, changes of it. Other keys are
 * ignored. The country keeps its case until it is stored: a refusal names it as it was sent.
 */
export const CartAddressInput = z.object({
  ...AddressInput.shape,
  country_code: GivenCountryCodeInput.nullish().describe('Two letters; stored in lower case'),
  id: IdInput.optional(),
})
export type CartAddressInput = z.infer<typeof CartAddressInput>
