import { runService } from '@souk/runtime'
import { sellersService } from './service.ts'

await runService(sellersService)
