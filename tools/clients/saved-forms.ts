import { catalogueForms } from './forms/catalogue.ts'
import { channelForms } from './forms/channels.ts'
import { customerForms } from './forms/customers.ts'
import { formRow } from './forms/form.ts'
import { locationForms } from './forms/locations.ts'
import { metadataForms } from './forms/metadata.ts'
import { peopleForms } from './forms/people.ts'
import { priceListForms } from './forms/price-lists.ts'
import { productForms } from './forms/products.ts'
import { promotionForms } from './forms/promotions.ts'
import { reasonForms } from './forms/reasons.ts'
import { regionForms } from './forms/regions.ts'
import { shippingForms } from './forms/shipping.ts'
import { stockForms } from './forms/stock.ts'
import { taxForms } from './forms/taxes.ts'
import type { PageRow } from './page-row.ts'

/** One row for each form: opened, filled in, saved. Those of products choose seeded records by names that later ones change. */
export const savedFormRows: readonly PageRow[] = [
  ...productForms,
  ...catalogueForms,
  ...customerForms,
  ...regionForms,
  ...locationForms,
  ...shippingForms,
  ...taxForms,
  ...stockForms,
  ...priceListForms,
  ...channelForms,
  ...peopleForms,
  ...reasonForms,
  ...promotionForms,
  ...metadataForms,
].map(formRow)
