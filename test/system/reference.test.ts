import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type System, startSystem } from './system.ts'

interface Documented {
  operationId: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required?: boolean; example?: string }[]
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } }
  responses: Record<string, { headers?: Record<string, unknown> }>
}

let system: System
let description: string
let paths: Record<string, Record<string, Documented>>
/** Of the session that an example began. */
let cookie = ''
beforeAll(async () => {
  system = await startSystem()
  const document = (await system.http('GET', '/openapi.json')).body
  paths = document.paths
  description = document.info.description
})
afterAll(() => system.stop())

/** Operations that can succeed only once, because they create or delete a unique record. */
const ONCE = new Set([
  'pricing.delete-price-list',
  'pricing.delete-price-list-price',
  'orders.create-customer-group',
  'orders.delete-customer-group',
  'pricing.delete-product-option-value',
  'sellers.delete-api-key',
  'sellers.create-invite',
  'sellers.delete-invite',
  'sellers.delete-user',
  'sellers.create-member-invite',
  'sellers.delete-member-invite',
  'sellers.delete-member',
  'sellers.review-request',
  'sellers.create-own-review',
  'sellers.delete-own-review',
  'orders.create-customer',
  'orders.delete-customer',
  'orders.delete-own-address',
  'pricing.delete-region',
  'pricing.create-price-preference',
  'pricing.delete-price-preference',
  'pricing.create-tax-region',
  'pricing.delete-tax-region',
  'pricing.delete-tax-rate',
  'pricing.create-tax-rate-rule',
  'pricing.create-attribute',
  'pricing.create-attribute-possible-value',
  'pricing.delete-attribute',
  'pricing.create-product-type',
  'pricing.delete-product-type',
  'pricing.create-product-tag',
  'pricing.delete-product-tag',
  'pricing.create-collection',
  'pricing.delete-collection',
  'pricing.create-product-category',
  'pricing.delete-product-category',
  'pricing.create-product-option',
  'pricing.delete-product-option',
  'pricing.create-product',
  'pricing.delete-product',
  'pricing.create-vendor-product',
  'pricing.delete-vendor-product',
  'pricing.create-vendor-product-option',
  'pricing.delete-vendor-product-option',
  'pricing.delete-vendor-inventory-item',
  'pricing.create-vendor-location-level',
  'pricing.delete-vendor-reservation',
  'pricing.create-service-zone',
  'pricing.delete-service-zone',
  'pricing.create-stock-location-fulfillment-set',
  'pricing.delete-vendor-stock-location',
  'pricing.create-vendor-stock-location-fulfillment-set',
  'pricing.delete-vendor-fulfillment-set',
  'pricing.create-vendor-service-zone',
  'pricing.delete-vendor-service-zone',
  'pricing.delete-vendor-shipping-option',
  'pricing.create-shipping-profile',
  'pricing.delete-shipping-profile',
  'pricing.create-vendor-shipping-profile',
  'pricing.delete-vendor-shipping-profile',
  'orders.update-order-change',
  'orders.add-order-edit-items',
  'orders.update-order-edit-item',
  'orders.update-order-edit-added-item',
  'orders.remove-order-edit-item',
  'orders.update-order-edit-shipping-method',
  'orders.remove-order-edit-shipping-method',
  'orders.request-order-edit',
  'orders.confirm-order-edit',
  'orders.cancel-order',
  'orders.mark-payment-collection-as-paid',
  'orders.create-order-payment-collection',
  'orders.cancel-vendor-order',
  'orders.create-fulfillment',
  'orders.create-fulfillment-shipment',
  'orders.create-order-fulfillment',
  'orders.cancel-order-fulfillment',
  'orders.cancel-vendor-order-fulfillment',
  'orders.create-order-return-request',
  'orders.review-order-return-request',
  'orders.review-vendor-order-return-request',
  'orders.begin-return',
  'orders.update-return',
  'orders.request-return-items',
  'orders.update-return-item',
  'orders.remove-return-item',
  'orders.add-return-shipping-method',
  'orders.update-return-shipping-method',
  'orders.remove-return-shipping-method',
  'orders.confirm-return-request',
  'orders.receive-return-items',
  'orders.update-received-return-item',
  'orders.remove-received-return-item',
  'orders.dismiss-return-items',
  'orders.update-dismissed-return-item',
  'orders.remove-dismissed-return-item',
  'orders.confirm-return-receipt',
  'orders.receive-vendor-return-items',
  'orders.update-vendor-received-return-item',
  'orders.remove-vendor-received-return-item',
  'orders.dismiss-vendor-return-items',
  'orders.update-vendor-dismissed-return-item',
  'orders.remove-vendor-dismissed-return-item',
  'orders.confirm-vendor-return-receipt',
  'orders.cancel-return',
  'orders.transfer-order-to-guest',
  'orders.authorize-order-payment-session',
  'orders.cancel-return-request',
  'orders.begin-claim',
  'orders.add-claim-items',
  'orders.update-claim-item',
  'orders.remove-claim-item',
  'orders.confirm-claim-request',
  'orders.begin-exchange',
  'orders.confirm-exchange-request',
  'orders.add-claim-inbound-items',
  'orders.update-claim-inbound-item',
  'orders.remove-claim-inbound-item',
  'orders.add-claim-inbound-shipping-method',
  'orders.update-claim-inbound-shipping-method',
  'orders.remove-claim-inbound-shipping-method',
  'orders.add-claim-outbound-items',
  'orders.update-claim-outbound-item',
  'orders.remove-claim-outbound-item',
  'orders.add-claim-outbound-shipping-method',
  'orders.update-claim-outbound-shipping-method',
  'orders.remove-claim-outbound-shipping-method',
  'orders.add-exchange-inbound-items',
  'orders.update-exchange-inbound-item',
  'orders.remove-exchange-inbound-item',
  'orders.add-exchange-inbound-shipping-method',
  'orders.update-exchange-inbound-shipping-method',
  'orders.remove-exchange-inbound-shipping-method',
  'orders.add-exchange-outbound-items',
  'orders.update-exchange-outbound-item',
  'orders.remove-exchange-outbound-item',
  'orders.add-exchange-outbound-shipping-method',
  'orders.update-exchange-outbound-shipping-method',
  'orders.remove-exchange-outbound-shipping-method',
  'orders.create-commission-rule',
  'pricing.create-configuration-rule',
  'orders.delete-draft-order',
  'orders.add-draft-order-items',
  'orders.update-draft-order-added-item',
  'orders.remove-draft-order-item',
  'orders.update-draft-order-item',
  'orders.add-draft-order-shipping-method',
  'orders.update-draft-order-added-shipping-method',
  'orders.remove-draft-order-added-shipping-method',
  'orders.update-draft-order-shipping-method',
  'orders.remove-draft-order-shipping-method',
  'orders.add-draft-order-promotions',
  'orders.remove-draft-order-promotions',
  'orders.request-draft-order-edit',
  'orders.confirm-draft-order-edit',
  'orders.convert-draft-order',
  'orders.cancel-claim',
  'orders.cancel-claim-request',
  'orders.cancel-exchange',
  'orders.cancel-exchange-request',
  'orders.create-vendor-order-fulfillment',
  'orders.create-order-shipment',
  'orders.create-vendor-order-shipment',
  'orders.mark-vendor-order-fulfillment-as-delivered',
  'orders.create-vendor-customer-group',
  'orders.delete-vendor-customer-group',
  'orders.mark-order-fulfillment-as-delivered',
  'cart.claim-store-credit-account',
  'cart.create-promotion',
  'cart.delete-promotion',
  'cart.create-campaign',
  'cart.delete-campaign',
  'cart.create-vendor-promotion',
  'cart.delete-vendor-promotion',
  'cart.create-vendor-campaign',
  'cart.delete-vendor-campaign',
])

/** These are always rejected, and documented so. */
const REFUSED = new Set(['pricing.calculate-shipping-option'])

/** These need a token that arrives in another way: with an invite, an email or a registration. */
const WITH_TOKEN_OF_THEIR_OWN = new Set([
  'sellers.accept-invite',
  'sellers.accept-member-invite',
  'sellers.register-seller',
  'sellers.update-password',
  'sellers.verify-mfa-factor',
  'sellers.delete-mfa-factor',
  'sellers.create-mfa-recovery-codes',
  'sellers.verify-mfa-challenge',
  'orders.register-customer',
  'orders.accept-order-transfer',
  'orders.decline-order-transfer',
])

/** The credentials that "Authorize" would send: readers have them from `.souk/dev.json`. */
function credentials({ security }: Documented, path: string): Record<string, string> {
  const schemes = new Set(Object.keys(security[0] ?? {}))
  const { seller, customer, admin } = system.tokens
  const token = path.startsWith('/vendor') ? seller : path.startsWith('/store') ? customer : admin
  return {
    ...(schemes.has('bearer') && { authorization: `Bearer ${token}` }),
    ...(schemes.has('publishableKey') && { 'x-publishable-api-key': system.secrets.publishable_key }),
    ...(schemes.has('session') && { cookie }),
  }
}

/** As documented, except for the password, which readers have to fill in. */
async function send(path: string, method: string, documented: Documented) {
  const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(documented.parameters.find((one) => one.in === 'path' && one.name === name)!.example!),
  )
  const required = documented.parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(Object.fromEntries(required.map(({ name, example = '' }) => [name, example])))
  const example = documented.requestBody?.content['application/json'].example
  const isKnown = example?.email === system.facts.admin.email
  const body = example && isKnown ? { ...example, password: system.secrets.admin_password } : example
  const headers = credentials(documented, path)
  const answer = await system.http(method.toUpperCase(), query.size > 0 ? `${url}?${query}` : url, {
    as: 'anonymous',
    key: false,
    headers,
    body,
  })
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return answer
}

describe('the examples of the reference', () => {
  it('that need a special token are listed in its introduction, and no others', () => {
    const wanting = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        WITH_TOKEN_OF_THEIR_OWN.has(operationId) ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    )
    const [, trying = ''] = /## Trying it\n([^#]+)##/.exec(description) ?? []
    const named = [...trying.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map((match) => match[1])
    expect(wanting).toHaveLength(WITH_TOKEN_OF_THEIR_OWN.size)
    expect(named.toSorted()).toEqual(wanting.toSorted())
  })

  it('work unchanged, from top to bottom, repeatedly', async () => {
    for (const time of ['first', 'second'])
      for (const [path, methods] of Object.entries(paths))
        for (const [method, documented] of Object.entries(methods)) {
          if (time === 'second' && ONCE.has(documented.operationId)) continue
          if (WITH_TOKEN_OF_THEIR_OWN.has(documented.operationId)) continue
          if (documented.operationId.startsWith('gateway.')) continue // they take and return files
          const expected = REFUSED.has(documented.operationId) ? '400' : '2'
          const success = Object.keys(documented.responses).find((status) => status.startsWith(expected))!
          const answer = await send(path, method, documented)
          const hint = answer.status === 404 ? ' (an example must name a record of tools/seed: see its ids.ts)' : ''
          expect({ time, method, path, status: String(answer.status) }, answer.text + hint).toEqual({
            time,
            method,
            path,
            status: success,
          })
          const promised = Object.keys(documented.responses[success]!.headers ?? {}).filter((name) => !SELDOM.has(name))
          // A repeated deletion of a record has no revision to return.
          for (const name of promised.filter((one) => one !== 'ETag' || method !== 'delete'))
            expect(answer.headers.get(name), `${name} of ${method} ${path}, ${time}`).not.toBeNull()
        }
  }, 300_000)
})

/** Headers of some answers only. */
const SELDOM = new Set(['Idempotent-Replayed', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
