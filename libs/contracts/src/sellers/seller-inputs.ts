import { z } from 'zod'
import { CountryCodeInput, TextInput } from '../fields/common.ts'
import { handleOf } from '../fields/handle.ts'
import { EmailInput } from '../orders/customer-inputs.ts'

const text = TextInput(4096).nullish()
const line = TextInput(500).nullish()

/** Forms send an empty text if it is unknown. */
const country = z.preprocess((given) => (given === '' ? null : given), CountryCodeInput.nullable()).optional()

/** The name of a new seller, from which its handle is made: it must contain characters that a handle may have. */
export const SellerNameInput = TextInput(255)
  .trim()
  .min(1)
  .refine((name) => handleOf(name) !== '', 'must have a letter or a digit')

/** The fields of a seller except its name; `null` empties one. */
export const sellerInputs = {
  description: text,
  email: EmailInput.nullish(),
  phone: line,
  photo: text,
  address_line: line,
  postal_code: line,
  city: line,
  state: line,
  country_code: country,
  tax_id: line,
}

/** Changes of a seller, whose handle follows its name. */
export const sellerChanges = { name: TextInput(255).trim().min(4).optional(), ...sellerInputs }

/** The fields of a member except its name; `null` empties one. */
export const memberInputs = { bio: text, phone: line, photo: text }
