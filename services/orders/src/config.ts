import { ServiceConfig } from '@souk/runtime'

export const OrdersConfig = ServiceConfig
