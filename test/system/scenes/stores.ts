import type { Resource } from './scene.ts'

export const stores: Resource = { operations: { 'list-stores': {} } }
