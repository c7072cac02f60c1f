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
      'Carts that nobody changed for so many days are removed, but for those that became orders or whose checkout has begun; 0: never, which is what `npm start` sets',
    ),
})
