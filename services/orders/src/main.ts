import { runService } from '@souk/runtime'
import { ordersService } from './service.ts'

await runService(ordersService)
