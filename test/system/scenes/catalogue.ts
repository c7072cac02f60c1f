import { ids } from '../../../tools/seed/ids.ts'
import type { Resource } from './scene.ts'

/** What is sold and where, which has no routes yet. */
export const catalogue: Resource = {
  recorded: () => ({
    prod: ids.product,
    variant: ids.variant,
    reg: ids.region,
    sc: ids.sales_channel,
    so: ids.shipping_option,
  }),
  operations: {},
}
