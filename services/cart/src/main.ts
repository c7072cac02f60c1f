import { runService } from '@souk/runtime'
import { cartService } from './service.ts'

await runService(cartService)
