import { reservationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createReservation } from './create-reservation.ts'
import { createVendorReservation } from './create-vendor-reservation.ts'
import { deleteReservation } from './delete-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { listReservations } from './list-reservations.ts'
import { listVendorReservations } from './list-vendor-reservations.ts'
import { updateReservation } from './update-reservation.ts'

export const reservationHandlers = implementAll(reservationOperations, {
  listReservations,
  createReservation,
  getReservation,
  updateReservation,
  deleteReservation,
  listVendorReservations,
  createVendorReservation,
})
