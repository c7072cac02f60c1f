import { ownCustomerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createOwnAddress } from './create-own-address.ts'
import { deleteOwnAddress } from './delete-own-address.ts'
import { getOwnAddress } from './get-own-address.ts'
import { getOwnCustomer } from './get-own-customer.ts'
import { listOwnAddresses } from './list-own-addresses.ts'
import { registerCustomer } from './register-customer.ts'
import { updateOwnAddress } from './update-own-address.ts'
import { updateOwnCustomer } from './update-own-customer.ts'

export const ownCustomerHandlers = implementAll(ownCustomerOperations, {
  createOwnAddress,
  deleteOwnAddress,
  getOwnAddress,
  getOwnCustomer,
  listOwnAddresses,
  registerCustomer,
  updateOwnAddress,
  updateOwnCustomer,
})
