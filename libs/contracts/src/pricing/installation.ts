import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/**
 * The optional features of Medusa that this installation has. Its dashboard requests them before anybody has logged in, so the
 * route is public. All are false: none of them is offered here, or matters to a client.
 */
export const getFeatureFlags = defineOperation({
  service: 'pricing',
  name: 'get-feature-flags',
  method: 'GET',
  path: '/admin/feature-flags',
  summary: 'Get the feature flags',
  isPublic: true,
  response: z.object({
    feature_flags: z.object({
      backend_hmr: z.boolean(),
      caching: z.boolean(),
      index_engine: z.boolean(),
      rbac: z.boolean().describe('Roles of administrators.'),
      rbac_filter_fields: z.boolean(),
      translation: z.boolean().describe('Translations maintained by administrators.'),
      view_configurations: z.boolean().describe('List views saved by administrators.'),
    }),
  }),
})

/** The plugins of Medusa whose routes are offered: its dashboard then shows their pages. */
export const listPlugins = defineOperation({
  service: 'pricing',
  name: 'list-plugins',
  method: 'GET',
  path: '/admin/plugins',
  summary: 'List plugins',
  response: z.object({ plugins: z.array(z.object({ name: z.string().describe('Its npm package name.') })) }),
})

export const installationOperations = { getFeatureFlags, listPlugins }
