import type { StockLocation } from '@souk/contracts'
import type { StockLocationRecord } from '../domain/stock-locations/stock-location.ts'

/** A location without its links. */
export const plainLocation = ({
  sales_channel_ids: _channels,
  fulfillment_provider_ids: _providers,
  seller_id: _seller,
  ...location
}: StockLocationRecord): StockLocation => location
