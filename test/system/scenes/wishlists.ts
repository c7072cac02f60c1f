import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import type { Resource } from './scene.ts'

const asCustomer = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })
const WISH = { reference: 'product', reference_id: ids.product }

export const wishlists: Resource = {
  operations: {
    'add-wish': { headers: asCustomer, body: WISH },
    'remove-wish': {
      async headers(system) {
        await system.http('POST', '/store/wishlist', { headers: asCustomer(system), body: WISH })
        return asCustomer(system)
      },
      params: { reference_id: ids.product },
    },
    'list-wished-products': { headers: asCustomer },
  },
}
