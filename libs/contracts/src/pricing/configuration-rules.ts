import { z } from 'zod'
import { Id, softDeletable } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'

/** Permissions that an administrator gives all sellers together, as in Mercur 1.5. */
export const ConfigurationRuleType = z
  .enum(['global_product_catalog', 'require_product_approval', 'product_request_enabled', 'product_import_enabled'])
  .describe(
    '`require_product_approval`: a product that a seller proposes waits for an administrator; otherwise it is published at once. ' +
      '`product_request_enabled`: sellers may propose products for approval, and request categories, collections, types and tags. ' +
      '`product_import_enabled`: sellers may import products from files. ' +
      '`global_product_catalog` (sellers sell products that others made) is not offered, and always off.',
  )
export type ConfigurationRuleType = z.infer<typeof ConfigurationRuleType>

/** Whether each type is on, with the defaults where no rule was made. */
const Configuration = z.object({
  global_product_catalog: z.boolean(),
  require_product_approval: z.boolean(),
  product_request_enabled: z.boolean(),
  product_import_enabled: z.boolean(),
} satisfies Record<ConfigurationRuleType, z.ZodType>)
export type Configuration = Readonly<z.infer<typeof Configuration>>
/** Whether a type is on while there is no rule of it. */
export const DEFAULT_CONFIGURATION: Configuration = {
  global_product_catalog: false,
  require_product_approval: true,
  product_request_enabled: true,
  product_import_enabled: true,
}

/** A rule that an administrator has made. There is at most one of each type. */
export const ConfigurationRule = z
  .object({ id: Id, rule_type: ConfigurationRuleType, is_enabled: z.boolean(), ...softDeletable })
  .meta({ id: 'ConfigurationRule' })
export type ConfigurationRule = z.infer<typeof ConfigurationRule>

const rules = plainResource({
  service: 'pricing',
  path: '/admin/configuration',
  noun: ['configuration rule', 'configuration rules'],
  keys: ['configuration_rule', 'configuration_rules'],
  schema: ConfigurationRule,
  examples: { id: demonstrationId('conf', 1001), deleted: demonstrationId('conf', 1001) },
  defaults: 'all',
})

/** Those that were made. Without a rule, approval is required, and requests and imports are enabled. */
export const listConfigurationRules = rules.list('list-configuration-rules', {
  sort: ['created_at', 'updated_at', 'rule_type'],
  filter: ['id', 'rule_type', 'is_enabled', 'created_at', 'updated_at'],
  deleted: 'hidden',
  order: OLDEST_FIRST,
})

const NOT_OFFERED = 'global_product_catalog is not offered: a product belongs to one seller, or to the marketplace'
/**
 * One for each type; a second one is refused. It applies to requests that begin after the answer: products that are proposed by
 * then, and pending requests, stay as they are.
 */
export const createConfigurationRule = {
  ...rules.create(
    'create-configuration-rule',
    z
      .strictObject({
        rule_type: ConfigurationRuleType.refine((type) => type !== 'global_product_catalog', NOT_OFFERED),
        is_enabled: z.boolean(),
      })
      .meta({ example: { rule_type: 'require_product_approval', is_enabled: true } }),
  ),
  status: 201 as const,
}
/** It applies to requests that begin after the answer. */
export const updateConfigurationRule = rules.update(
  'update-configuration-rule',
  z.strictObject({ is_enabled: z.boolean() }).meta({ example: { is_enabled: true } }),
)

/** Whether each type is on: by a rule that an administrator made, or by default. The same for every seller. */
export const getVendorConfiguration = defineOperation({
  service: 'pricing',
  name: 'get-vendor-configuration',
  method: 'GET',
  path: '/vendor/configuration',
  summary: "Get the marketplace's configuration",
  response: z.object({ configuration_rules: Configuration }),
})

/** Whether each type is on, for services. */
export const findConfiguration = defineOperation({
  service: 'pricing',
  name: 'find-configuration',
  summary: 'Find what sellers may do',
  response: z.object({ configuration: Configuration }),
})

export const configurationRuleOperations = {
  listConfigurationRules,
  createConfigurationRule,
  updateConfigurationRule,
  getVendorConfiguration,
  findConfiguration,
}

const event = eventsOf('pricing', 'configuration-rule', z.object({ id: z.string().describe('The configuration rule') }))
export const configurationRuleCreated = event('created', 'A configuration rule was created.')
export const configurationRuleUpdated = event('updated', 'A configuration rule was updated.')
export const configurationRuleEvents = [configurationRuleCreated, configurationRuleUpdated]
