import type { Resource, Scene } from './scene.ts'

/** A secret key is nobody, whose own layout it could be. */
const own: Scene = { only: ['user'], params: { zone: 'product.details' } }

export const layoutConfigurations: Resource = {
  operations: {
    'list-layout-configurations': { only: ['user'] },
    'get-layout-configuration': own,
    'set-layout-configuration': { ...own, body: { configuration: { widgets: { 'core:ProductMediaSection': { order: 1 } } } } },
    'delete-layout-configuration': own,
  },
}
