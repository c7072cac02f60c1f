import { installationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getFeatureFlags } from './get-feature-flags.ts'
import { listPlugins } from './list-plugins.ts'

export const installationHandlers = implementAll(installationOperations, { getFeatureFlags, listPlugins })
