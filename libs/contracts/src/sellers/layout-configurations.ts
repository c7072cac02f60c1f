import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { LayoutConfiguration, LayoutWidgetsInput } from './layout-configuration.ts'

/** Of the calling administrator. */
const own = { service: 'sellers', usersOnly: true } as const

const one = {
  ...own,
  path: '/admin/layouts/:zone/configuration',
  params: z.object({
    zone: IdInput.meta({ description: 'The page, as named by the dashboard', example: 'product.details' }),
  }),
} as const

const LayoutsOfZone = z.object({
  personal_configuration: LayoutConfiguration.nullable().describe('Null if the administrator has saved none.'),
  default_configuration: LayoutConfiguration.nullable().describe('Null if none has been saved.'),
  active_scope: z
    .enum(['personal', 'default'])
    .describe('The one in effect: `personal` if there is one, until the same administrator saves the default.'),
})
export type LayoutsOfZone = z.infer<typeof LayoutsOfZone>

/** Those of the calling administrator, and the defaults. A secret API key has no user: all of these answer it with 401. */
export const listLayoutConfigurations = defineOperation({
  ...own,
  name: 'list-layout-configurations',
  method: 'GET',
  path: '/admin/layouts/configurations',
  summary: "List the current administrator's layout configurations and the defaults",
  query: listQuery(LayoutConfiguration, {
    sort: ['created_at', 'updated_at', 'zone'],
    filter: ['id', 'zone', 'user_id', 'is_system_default', 'created_at', 'updated_at'],
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('layout_configurations', LayoutConfiguration),
  selects: { key: 'layout_configurations', schema: LayoutConfiguration, defaults: 'all' },
})

/** Zones are not checked against a list: one for which nothing was saved has no configuration. */
export const getLayoutConfiguration = defineOperation({
  ...one,
  name: 'get-layout-configuration',
  method: 'GET',
  summary: 'Get the layout configurations of a zone',
  response: LayoutsOfZone,
})

/** Each administrator has one per zone, and each zone one default: saving replaces it. */
export const setLayoutConfiguration = defineOperation({
  ...one,
  name: 'set-layout-configuration',
  method: 'POST',
  summary: 'Save a layout configuration of a zone',
  body: z
    .strictObject({
      is_default: z
        .boolean()
        .optional()
        .describe("Whether to save it as the default of all administrators. Default: false, for the administrator's own."),
      configuration: z.strictObject({ widgets: LayoutWidgetsInput }),
    })
    .meta({ example: { configuration: { widgets: { 'core:ProductMediaSection': { section: 'side', order: 0 } } } } }),
  response: LayoutsOfZone,
  ifMatch: 'none',
})

/** Also succeeds if there is none. The default stays. */
export const deleteLayoutConfiguration = defineOperation({
  ...one,
  name: 'delete-layout-configuration',
  method: 'DELETE',
  summary: "Delete the current administrator's layout configuration of a zone",
  response: z.object({ success: z.literal(true) }),
  ifMatch: 'none',
})

export const layoutConfigurationOperations = {
  listLayoutConfigurations,
  getLayoutConfiguration,
  setLayoutConfiguration,
  deleteLayoutConfiguration,
}
