import { layoutConfigurationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { deleteLayoutConfiguration } from './delete-layout-configuration.ts'
import { getLayoutConfiguration } from './get-layout-configuration.ts'
import { listLayoutConfigurations } from './list-layout-configurations.ts'
import { setLayoutConfiguration } from './set-layout-configuration.ts'

export const layoutConfigurationHandlers = implementAll(layoutConfigurationOperations, {
  listLayoutConfigurations,
  getLayoutConfiguration,
  setLayoutConfiguration,
  deleteLayoutConfiguration,
})
