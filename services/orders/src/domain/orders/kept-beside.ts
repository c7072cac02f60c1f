import type { KeptCommission } from '../commission/kept-commission.ts'
import type { ReturnRequestRecord } from '../returns/return-request-record.ts'
import type { KeptOrderSet } from './order-set.ts'
import type { OutgoingCredit } from './outgoing-credit.ts'

/** Parts stored with an order beside its versions, each absent if there is none: no version, preview or answer has them. */
export interface KeptBeside {
  /** The customer's request to return items, shown only separately. */
  return_request?: ReturnRequestRecord | undefined
  /** Shown through `orderSetOf`; absent from orders that were not placed from a cart, or are older than this field. */
  order_set?: KeptOrderSet | undefined
  /** As computed when the order was placed, shown only separately; absent from orders older than this field, too. */
  commission?: KeptCommission | undefined
  /** Never shown: store credit that is still to be paid out. */
  outgoing_credit?: readonly OutgoingCredit[] | undefined
  /** Never shown: payments of other providers that were only recorded here, so that their refunds are, too. */
  recorded_payments?: readonly string[] | undefined
  /** Never shown: units of lines in parcels that count inventory items instead, or are packed from several locations. */
  parcel_units?: readonly ParcelUnits[] | undefined
  /** Never shown: the version of a draft that was converted; absent from other orders, and from those older than this field. */
  sold_version?: number | undefined
  /** Never shown, ISO 8601: when a draft was converted; absent from other orders, and from those older than this field. */
  sold_at?: string | undefined
}

export interface ParcelUnits {
  fulfillment_id: string
  line_item_id: string
  quantity: number
  /** Where the inventory items were taken from, if not all of them are from the parcel's location. */
  places?: readonly { inventory_item_id: string; location_id: string; quantity: number }[]
}

/** An order without any of it. */
export const NOTHING_BESIDE: Readonly<Record<keyof KeptBeside, undefined>> = {
  return_request: undefined,
  order_set: undefined,
  commission: undefined,
  outgoing_credit: undefined,
  recorded_payments: undefined,
  parcel_units: undefined,
  sold_version: undefined,
  sold_at: undefined,
}

const NAMES = Object.keys(NOTHING_BESIDE) as (keyof KeptBeside)[]

/** For a query of MongoDB that reads none of it. */
export const NOT_READ_BESIDE = Object.fromEntries(NAMES.map((name) => [name, 0])) as Readonly<Record<keyof KeptBeside, 0>>

/** The parts kept beside this order, for its next version. */
export const keptBeside = (order: KeptBeside): KeptBeside =>
  Object.fromEntries(NAMES.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])))

/** The order without what is kept beside it. */
export const withoutKeptBeside = <O extends KeptBeside>(order: O): Omit<O, keyof KeptBeside> => ({ ...order, ...NOTHING_BESIDE })
