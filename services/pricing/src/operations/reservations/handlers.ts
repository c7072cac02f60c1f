import { reservationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createReservation } from './create-reservation.ts'
import { createVendorReservation } from './create-vendor-reservation.ts'
import { deleteReservation } from './delete-reservation.ts'
import { deleteVendorReservation } from './delete-vendor-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { getVendorReservation } from './get-vendor-reservation.ts'
import { listReservations } from './list-reservations.ts'
import { listVendorReservations } from './list-vendor-reservations.ts'
import { updateReservation } from './update-reservation.ts'
import { updateVendorReservation } from './update-vendor-reservation.ts'

export const reservationHandlers = implementAll(reservationOperations, {
  listReservations,
  createReservation,
  getReservation,
  updateReservation,
  deleteReservation,
  listVendorReservations,
  createVendorReservation,
  getVendorReservation,
  updateVendorReservation,
  deleteVendorReservation,
})
