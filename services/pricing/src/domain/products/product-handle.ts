import { invalidData, productHandleOf } from '@souk/contracts'

const HANDLE = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u
/** Lower-case letters of any language, and digits, joined by single hyphens. @throws invalid_data */
export function assertHandle(handle: string) {
  if (!HANDLE.test(handle)) throw invalidData(`Invalid product handle '${handle}'. It must contain URL safe characters`)
}

/** The handle of a new product that is given none: from its title, or from its id if the title has no letters or digits. */
export const defaultHandle = ({ id, title }: { id: string; title: string }) =>
  productHandleOf(title) || `product-${id.slice(-6).toLowerCase()}`
