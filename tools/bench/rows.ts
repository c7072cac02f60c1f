import { batchPricesFixture } from './fixtures/batch-prices.ts'
import { giftCardsFixture, readCartsFixture } from './fixtures/carts.ts'
import { checkoutsFixture } from './fixtures/checkouts.ts'
import { confirmedEditsFixture } from './fixtures/confirmed-edits.ts'
import { customerOrdersFixture } from './fixtures/customer-orders.ts'
import { documentsFixture, echoFixture, plainFixture } from './fixtures/documents.ts'
import type { Fixture, FixtureContext } from './fixtures/fixture.ts'
import { issuedCardsFixture } from './fixtures/issued-cards.ts'
import { membersFixture } from './fixtures/members.ts'
import { orderEditsFixture } from './fixtures/order-edits.ts'
import { priceListsFixture } from './fixtures/price-lists.ts'
import { pricedVariantsFixture, storeProductsFixture } from './fixtures/store-products.ts'
import type { RowName } from './options.ts'
import type { ECHOES } from './sample-document.ts'

export interface Row {
  name: RowName
  title: string
  kind: 'baseline' | 'read' | 'write'
  /** The server that answers: the bare one, the bench's gateway, or the instance. */
  server: 'plain' | 'bench-gateway' | 'instance'
  /** Processes that take part, beside servers and load generator. */
  services: readonly string[]
  /** The baseline whose answers are about as long as its own; default (b). */
  asLongAs?: keyof typeof ECHOES
  /** The share of (b) that it is meant to reach at 32 connections. */
  target?: number
  fixture(context: FixtureContext): Promise<Fixture> | Fixture
}

const baseline = { kind: 'baseline', server: 'bench-gateway', services: ['bench-gateway', 'responder'] } as const
const read = { kind: 'read', server: 'instance', target: 0.6 } as const
const catalogue = { kind: 'read', server: 'instance', services: ['gateway', 'pricing'], asLongAs: 'b-cart' } as const
const write = { kind: 'write', server: 'instance', target: 0.3 } as const

export const rows: readonly Row[] = [
  {
    name: 'a',
    title: '(a) bare Fastify route, 2 KB',
    kind: 'baseline',
    server: 'plain',
    services: ['plain'],
    fixture: plainFixture,
  },
  { ...baseline, name: 'b', title: '(b) gateway, NATS, echo of 2 KB', fixture: (context) => echoFixture(context, 'b') },
  { ...baseline, name: 'b-cart', title: '(b) with 13 KB, as a cart', fixture: (context) => echoFixture(context, 'b-cart') },
  {
    ...baseline,
    name: 'b-preview',
    title: '(b) with 55 KB, as a preview',
    fixture: (context) => echoFixture(context, 'b-preview'),
  },
  { ...baseline, name: 'r', title: '(r) as (b), one read by id', fixture: (context) => documentsFixture(context, 'GET') },
  { ...baseline, name: 'w', title: '(w) as (b), one journaled update', fixture: (context) => documentsFixture(context, 'POST') },
  { ...read, name: 'get-member', title: 'get member', services: ['gateway', 'sellers'], fixture: membersFixture },
  {
    ...read,
    name: 'list-customer-orders',
    title: "list customer's orders, 20 per page",
    services: ['gateway', 'orders'],
    asLongAs: 'b-cart',
    fixture: customerOrdersFixture,
  },
  {
    ...read,
    name: 'get-cart',
    title: 'get cart',
    services: ['gateway', 'cart'],
    asLongAs: 'b-cart',
    fixture: readCartsFixture,
  },
  {
    ...catalogue,
    name: 'list-store-products',
    title: '12 of 10,000 products with prices',
    fixture: storeProductsFixture(10_000),
  },
  { ...catalogue, name: 'list-store-products-few', title: '12 of 120 products with prices', fixture: storeProductsFixture(120) },
  {
    ...catalogue,
    name: 'list-store-products-sellers',
    title: '12 of 120 products with prices and sellers',
    services: ['gateway', 'pricing', 'sellers'],
    fixture: storeProductsFixture(120, '*seller'),
  },
  { ...catalogue, name: 'price-1-variant', title: 'product of 1 variant with its price', fixture: pricedVariantsFixture(1) },
  { ...catalogue, name: 'price-50-variants', title: 'product of 50 variants with prices', fixture: pricedVariantsFixture(50) },
  {
    ...write,
    name: 'remove-gift-card',
    title: 'remove gift card',
    services: ['gateway', 'cart'],
    asLongAs: 'b-cart',
    fixture: giftCardsFixture,
  },
  {
    ...write,
    name: 'add-order-edit-shipping-method',
    title: 'add shipping method',
    services: ['gateway', 'orders', 'pricing'],
    asLongAs: 'b-preview',
    fixture: orderEditsFixture,
  },
  {
    name: 'confirm-order-edit',
    title: 'confirm edit',
    kind: 'write',
    server: 'instance',
    services: ['gateway', 'orders', 'pricing'],
    asLongAs: 'b-cart',
    fixture: confirmedEditsFixture,
  },
  {
    name: 'complete-cart',
    title: 'complete cart',
    kind: 'write',
    server: 'instance',
    services: ['gateway', 'cart', 'pricing', 'orders', 'sellers'],
    asLongAs: 'b-cart',
    fixture: checkoutsFixture,
  },
  { ...write, name: 'create-price-list-price', title: 'add price', services: ['gateway', 'pricing'], fixture: priceListsFixture },
  {
    name: 'batch-price-list-prices',
    title: 'batch of 100 prices',
    kind: 'write',
    server: 'instance',
    services: ['gateway', 'pricing'],
    asLongAs: 'b-preview',
    fixture: batchPricesFixture,
  },
  {
    name: 'create-gift-card',
    title: 'issue card',
    kind: 'write',
    server: 'instance',
    services: ['gateway', 'cart'],
    fixture: issuedCardsFixture,
  },
]

/**
 * The order of a run. A machine drifts, so the baselines that the chosen operations are compared with stand before, between and
 * after them.
 */
export function planOf(chosen: readonly RowName[]): Row[] {
  const wanted = rows.filter(({ name }) => chosen.includes(name))
  const reads = wanted.filter(({ kind }) => kind === 'read')
  const writes = wanted.filter(({ kind }) => kind === 'write')
  const needed = new Set<RowName>(wanted.filter(({ kind }) => kind === 'baseline').map(({ name }) => name))
  if (reads.length + writes.length > 0) needed.add('b')
  if (reads.length > 0) needed.add('r')
  if (writes.length > 0) needed.add('w')
  for (const { asLongAs } of wanted) if (asLongAs) needed.add(asLongAs)

  const baselines = rows.filter(({ name }) => needed.has(name))
  const between = reads.length > 0 && writes.length > 0 ? baselines.filter(({ name }) => name !== 'a') : []
  if (reads.length + writes.length === 0) return baselines
  return [...baselines, ...reads, ...between, ...writes, ...baselines.toReversed()]
}
