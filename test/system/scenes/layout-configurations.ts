import type { Resource } from './scene.ts'

const params = { zone: 'product.details' }

export const layoutConfigurations: Resource = {
  operations: {
    'list-layout-configurations': {},
    'get-layout-configuration': { params },
    'set-layout-configuration': {
      params,
      body: { configuration: { widgets: { 'core:ProductMediaSection': { order: 1 } } } },
    },
    'delete-layout-configuration': { params },
  },
}
