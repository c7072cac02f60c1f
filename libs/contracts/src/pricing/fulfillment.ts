import { z } from 'zod'
import { asked, fieldTraits, Id, Json, Metadata, softDeletable } from '../fields/common.ts'
import {
  FulfillmentProvider,
  GeoZone,
  ShippingOptionPrice,
  ShippingOptionRule,
  ShippingOptionType,
  StockLocationAddress,
} from './fulfillment-parts.ts'
import { ShippingProfile } from './product-parts.ts'
import { SalesChannel } from './sales-channel.ts'

/** A place where stock is kept, and from which it is shipped. */
export const StockLocation = z
  .object({
    id: Id,
    name: z.string(),
    address_id: Id.nullable(),
    address: StockLocationAddress.nullable(),
    sales_channels: asked((): z.ZodType => z.array(SalesChannel))
      .optional()
      .describe('The channels whose orders it serves.'),
    fulfillment_sets: asked((): z.ZodType => z.array(FulfillmentSet)).optional(),
    fulfillment_providers: asked((): z.ZodType => z.array(FulfillmentProvider)).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'StockLocation' })
export type StockLocation = z.infer<typeof StockLocation>

/** Places with the same shipping options. */
export const ServiceZone = z
  .object({
    id: Id,
    name: z.string(),
    fulfillment_set_id: Id,
    fulfillment_set: asked((): z.ZodType => FulfillmentSet).optional(),
    geo_zones: z.array(GeoZone),
    shipping_options: asked((): z.ZodType => z.array(ShippingOption)).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ServiceZone' })
export type ServiceZone = z.infer<typeof ServiceZone>

/** A way in which a stock location hands over goods, such as shipping or pickup. */
export const FulfillmentSet = z
  .object({
    id: Id,
    name: z.string(),
    type: z.string(),
    service_zones: z.array(ServiceZone),
    location: asked((): z.ZodType => StockLocation).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'FulfillmentSet' })
export type FulfillmentSet = z.infer<typeof FulfillmentSet>

export const ShippingPriceType = z.enum(['calculated', 'flat'])
export const ShippingOption = z
  .object({
    id: Id,
    name: z.string(),
    price_type: ShippingPriceType,
    service_zone_id: Id.nullable(),
    service_zone: ServiceZone.nullable(),
    shipping_profile_id: Id.nullable(),
    shipping_profile: ShippingProfile.nullable(),
    provider_id: Id.nullable(),
    provider: FulfillmentProvider.nullable().register(fieldTraits, { along: 'plain' }),
    shipping_option_type_id: Id.nullable(),
    type: ShippingOptionType.nullable().register(fieldTraits, { along: 'plain' }),
    data: Json.nullable().describe('Data for the provider, passed on with each shipping method.'),
    rules: z.array(ShippingOptionRule),
    prices: z.array(ShippingOptionPrice),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ShippingOption' })
export type ShippingOption = z.infer<typeof ShippingOption>
