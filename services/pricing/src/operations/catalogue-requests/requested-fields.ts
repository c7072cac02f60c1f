import { type CatalogueRequest, kebabCase } from '@souk/contracts'

type DataOf<Type extends CatalogueRequest['type']> = Extract<CatalogueRequest, { type: Type }>['data']

const UNSAID = { external_id: null, metadata: null }

/** The fields of the category that a seller asks for: storefronts are shown it. */
export const categoryFields = ({ handle, description = '', ...fields }: DataOf<'product_category'>) => ({
  ...fields,
  ...UNSAID,
  description,
  handle: handle || undefined,
  is_active: true,
  is_internal: false,
})

/** The same of a collection, whose handle is made of its title where none is given. */
export const collectionFields = ({ title, handle }: DataOf<'product_collection'>) => ({
  title,
  handle: handle || kebabCase(title),
  ...UNSAID,
})

/** The same of a type or a tag. */
export const valueFields = ({ value, metadata = null }: DataOf<'product_type' | 'product_tag'>) => ({
  ...UNSAID,
  value,
  metadata,
})
