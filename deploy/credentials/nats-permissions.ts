import { consumerOf } from '../../libs/runtime/src/events/consumer-of.ts'
import type { ProcessName, ServiceName } from './processes.ts'

export interface Permissions {
  publish: string[]
  subscribe: string[]
}

type Calls = Partial<Record<ServiceName, readonly string[]>>

/** The lists of records that promotion rules may name: `cart` requests them on behalf of the calling administrator. */
const PROMOTION_RULE_VALUES = [
  ...['list-regions', 'list-currencies', 'list-sales-channels', 'list-shipping-option-types', 'find-countries'],
  ...['list-products', 'list-product-categories', 'list-collections', 'list-product-types', 'list-product-tags'],
]
/** The same, on behalf of a seller. */
const SELLERS_RULE_VALUES = [
  ...['list-vendor-products', 'list-vendor-product-categories', 'list-vendor-collections', 'list-vendor-product-types'],
  ...['list-vendor-product-tags', 'list-vendor-regions', 'list-vendor-sales-channels', 'list-vendor-stores'],
]

/**
 * The operations that each process calls; `*` means all of that service. A service that calls another one must be listed here.
 */
export const CALLS: Record<ProcessName, Calls> = {
  gateway: { pricing: ['*'], cart: ['*'], orders: ['*'], sellers: ['*'] },
  cart: {
    pricing: [
      'quote',
      'find-products',
      'find-sales-channels',
      'find-checkout-facts',
      'reserve-checkout-stock',
      'release-checkout-stock',
      ...PROMOTION_RULE_VALUES,
      ...SELLERS_RULE_VALUES,
    ],
    orders: [
      ...['find-customer', 'find-customers', 'find-or-create-guest', 'place-orders', 'get-sold-gift-cards'],
      ...['list-customer-groups', 'list-vendor-customer-groups', 'find-groups-for-rules', 'begin-order-payment-session'],
    ],
  },
  orders: {
    pricing: [
      'quote',
      'quote-shipping-option',
      'find-shipping-place',
      'quote-taxes',
      'find-products',
      'find-sales-channels',
      'find-checkout-facts',
      'claim-stock',
      'settle-stock',
      'pick-stock',
      'return-stock',
      'find-stock-places',
      'find-restock-place',
      'prepare-restock',
      'settle-pick',
      'list-product-types',
      'list-product-categories',
    ],
    cart: ['receive-store-credit', 'find-coded-promotions', 'quote-promotions', 'find-gift-cards'],
    sellers: ['release-customer', 'find-public-sellers', 'find-order-reviews'],
  },
  pricing: {
    cart: ['find-cart-place', 'find-cart-shipment', 'find-checkout'],
    orders: [
      ...['find-customer', 'find-order-of-line', 'find-order-shipment', 'find-unsent-lines', 'find-wishes'],
      'find-groups-for-rules',
    ],
    sellers: ['find-api-key-channels', 'find-sales-channel-keys', 'find-public-sellers', 'find-product-reviews'],
  },
  sellers: {
    pricing: [
      ...['find-sales-channels', 'list-vendor-products', 'list-vendor-stock-locations'],
      ...['check-catalogue-request', 'carry-out-catalogue-request', 'find-proposal', 'settle-proposal'],
      'find-configuration',
    ],
    orders: [
      ...['find-registered-customer', 'find-customer-log-in', 'find-customers', 'find-customer-names'],
      ...['find-placed-order', 'find-bought-goods'],
    ],
  },
}

const EVENTS = ['$JS.API.INFO', '$JS.API.STREAM.INFO.evt', '$JS.API.STREAM.CREATE.evt']
const READ_ACCESS = [
  '$JS.API.INFO',
  '$JS.API.STREAM.INFO.KV_access',
  '$JS.API.CONSUMER.CREATE.KV_access.>',
  '$JS.API.CONSUMER.INFO.KV_access.>',
  '$JS.API.CONSUMER.DELETE.KV_access.>',
  '$JS.FC.KV_access.>',
]
const WRITE_ACCESS = [
  '$KV.access.>',
  '$JS.API.STREAM.CREATE.KV_access',
  '$JS.API.STREAM.UPDATE.KV_access',
  '$JS.API.STREAM.PURGE.KV_access',
  '$JS.API.STREAM.MSG.GET.KV_access',
  '$JS.API.DIRECT.GET.KV_access',
  '$JS.API.DIRECT.GET.KV_access.>',
]

/**
 * The subjects of the events that each service consumes (`onEvent`); one that consumes another event must list it here.
 * They are text, as the operations above, because the tools that start NATS would take seconds to load the contracts:
 * test/architecture.test.ts compares both tables with the services.
 */
export const CONSUMED: Partial<Record<ServiceName, readonly string[]>> = {
  // for the gift cards that an order sold
  cart: ['evt.orders.order.placed'],
  // for notifications, and for requests for proposed products
  sellers: [
    ...['evt.orders.order.placed', 'evt.orders.order-export.finished'],
    ...['evt.sellers.request.created', 'evt.sellers.request.accepted', 'evt.sellers.request.rejected'],
    ...['evt.pricing.product-export.finished', 'evt.pricing.inventory-item-export.finished'],
    ...['evt.pricing.product-import.finished', 'evt.pricing.product-import.failed'],
    ...['evt.pricing.product.proposed', 'evt.pricing.product.proposal-ended'],
  ],
}

/** Permissions to consume an event, through the service's durable consumer. */
function consuming(service: ServiceName, subject: string): string[] {
  const consumer = consumerOf(service, { subject })
  const requests = ['INFO', 'MSG.NEXT'].map((request) => `$JS.API.CONSUMER.${request}.evt.${consumer}`)
  return [`$JS.API.CONSUMER.CREATE.evt.${consumer}.>`, ...requests, `$JS.ACK.evt.${consumer}.>`]
}

const MORE: Partial<Record<ProcessName, Permissions>> = {
  gateway: {
    publish: [...READ_ACCESS, '$SRV.>', 'limits.gateway.>'],
    subscribe: ['limits.gateway.>', ...discoverable('gateway')],
  },
  pricing: { publish: ['changed.pricing'], subscribe: ['changed.pricing', 'heartbeat.pricing.*'] },
  cart: {
    publish: ['limits.cart.>'],
    subscribe: ['limits.cart.>'],
  },
  sellers: {
    publish: [...READ_ACCESS, ...WRITE_ACCESS],
    subscribe: [],
  },
}

const isService = (name: ProcessName): name is ServiceName => name !== 'gateway'

/** The subjects that a process may use: only those that it needs. */
export function permissionsOf(name: ProcessName): Permissions {
  const calls = Object.entries(CALLS[name]) as [ServiceName, readonly string[]][]
  const own = isService(name) ? serving(name) : { publish: [], subscribe: [] }
  const more = MORE[name] ?? { publish: [], subscribe: [] }
  return {
    publish: [...own.publish, ...calls.flatMap(([service, operations]) => asking(service, operations)), ...more.publish],
    subscribe: [`_INBOX_${name}.>`, ...own.subscribe, ...calls.map(([service]) => `heartbeat.${service}.*`), ...more.subscribe],
  }
}

/** Permissions to answer requests (a service's subjects, service discovery, replies to its callers), and for events. */
function serving(name: ServiceName): Permissions {
  const callers = (Object.keys(CALLS) as ProcessName[]).filter((caller) => CALLS[caller][name])
  const consumed = CONSUMED[name]?.flatMap((subject) => consuming(name, subject)) ?? []
  return {
    publish: [
      ...callers.map((caller) => `_INBOX_${caller}.*.${name}.*`),
      `heartbeat.${name}.*`,
      `evt.${name}.>`,
      ...EVENTS,
      ...consumed,
    ],
    subscribe: [
      `${name}.* ${name}`, // in its queue group only: no process can eavesdrop on the others
      `replica.${name}.*.*`,
      `flow.${name}.*.*`,
      ...discoverable(name),
    ],
  }
}

/** The subjects of service discovery: all services, all replicas of this one, or a single replica. */
function discoverable(name: ProcessName): string[] {
  return ['$SRV.*', `$SRV.*.${name}`, `$SRV.*.${name}.*`]
}

/** Subjects for calling a service (any replica, or a certain one), and for acknowledging the parts of a long reply. */
const asking = (service: ServiceName, operations: readonly string[]) => [
  ...operations.flatMap((operation) => [`${service}.${operation}`, `replica.${service}.*.${operation}`]),
  `replica.${service}.*.alive`,
  `flow.${service}.>`,
]
