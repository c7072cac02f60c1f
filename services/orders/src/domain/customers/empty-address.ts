/** The fields of an address that people fill in, both for customers and for orders. */
export const EMPTY_ADDRESS = {
  first_name: null,
  last_name: null,
  phone: null,
  company: null,
  address_1: null,
  address_2: null,
  city: null,
  country_code: null,
  province: null,
  postal_code: null,
  metadata: null,
}
