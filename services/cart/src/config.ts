import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'

export const CartConfig = ServiceConfig.extend({
  CART_EXPIRY_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(30)
    .describe(
      'Number of days after which unchanged carts are removed, except those that became orders or whose checkout has begun; 0: never, as set by `npm start`',
    ),
})
