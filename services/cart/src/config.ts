import { ServiceConfig } from '@souk/runtime'

export const CartConfig = ServiceConfig
