import { expect, it } from 'vitest'
import { rulesHold } from './option-rules.ts'
import type { ShippingRule } from './shipping-option-record.ts'

const AT = '2026-01-01T00:00:00.000Z'
const context = { is_return: 'false', enabled_in_store: 'true' } as const
const rule = (attribute: string, operator: ShippingRule['operator'], value: string | string[]): ShippingRule => ({
  id: 'sorul_1',
  attribute,
  operator,
  value,
  created_at: AT,
  updated_at: AT,
})

it.each<[ShippingRule[], boolean]>([
  [[], true],
  [[rule('enabled_in_store', 'eq', 'true')], true],
  [[rule('enabled_in_store', 'eq', 'false')], false],
  [[rule('is_return', 'ne', 'true')], true],
  [[rule('is_return', 'ne', 'false')], false],
  [[rule('is_return', 'in', ['false', 'maybe'])], true],
  [[rule('is_return', 'in', ['true'])], false],
  [[rule('is_return', 'nin', ['true'])], true],
  [[rule('is_return', 'nin', ['false'])], false],
  [[rule('enabled_in_store', 'eq', 'true'), rule('is_return', 'eq', 'true')], false],
  [[rule('weather', 'eq', 'undefined')], false],
  [[rule('weather', 'ne', 'bad')], true],
  [[rule('weather', 'nin', ['bad'])], true],
  ...(['gt', 'gte', 'lt', 'lte'] as const).map((operator): [ShippingRule[], boolean] => [
    [rule('is_return', operator, 'false')],
    false,
  ]),
])('%j: %s', (rules, expected) => {
  expect(rulesHold(rules, context)).toBe(expected)
})
