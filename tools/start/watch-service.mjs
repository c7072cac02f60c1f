// The `dev` script of every service: TypeScript from here on.
import { register } from 'tsx/esm/api'

register()
await import('./dev-script.ts')
