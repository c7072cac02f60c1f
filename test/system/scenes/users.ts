import { ids } from '../../../tools/seed/ids.ts'
import type { Resource } from './scene.ts'

export const users: Resource = {
  recorded: () => ({ user: ids.admin, apk: ids.publishable_key }),
  operations: { 'get-own-user': { only: ['user'] } },
}
