import type { BodyOf, ShippingOptionType, updateShippingOption } from '@souk/contracts'
import { changeEach, patch, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ShippingOptionRecord } from '../../domain/shipping-options/shipping-option-record.ts'

type Described = NonNullable<BodyOf<typeof updateShippingOption>['type']>
type Request = Pick<RequestOf<typeof updateShippingOption>, 'command' | 'newIds' | 'deadline'>

/** The type that an option gets. */
interface TypeLink extends Partial<Pick<ShippingOptionRecord, 'shipping_option_type_id' | 'made_type_id'>> {
  /** To be called once the option is changed: a refused change does not change the type. */
  changeType?(): Promise<void>
}

const fieldsOf = ({ label, code, description }: Described) => ({ label, code, description: description ?? null })

/** A new type. A repeat of the same request finds it. */
export async function newType(type: Described, request: Request, deps: Deps): Promise<TypeLink> {
  const { id } = (await deps.shippingOptionTypes.create(fieldsOf(type), request)).record
  return { shipping_option_type_id: id, made_type_id: id }
}

/**
 * The type for an option as described by a seller: the present one if it matches the description, or if it was created with the
 * option and no other option has it, in which case it is changed; otherwise a new one. Types belong to the whole marketplace, and
 * without this rule every save of a form would create another one.
 */
export async function typeOfSeller(
  type: Described,
  request: Request,
  deps: Deps,
  { shipping_option_type_id: present_id, made_type_id }: ShippingOptionRecord,
): Promise<TypeLink> {
  const present = present_id ? (await deps.shippingOptionTypes.find(present_id, request.deadline))?.record : undefined
  if (!present) return newType(type, request, deps)
  const change = patch<ShippingOptionType>(fieldsOf(type))
  if (change(present) === present) return {}
  const users = await deps.shippingOptions.list({ shipping_option_type_id: present.id }, request.deadline)
  if (present.id !== made_type_id || users.length > 1) return newType(type, request, deps)
  return {
    changeType: () => changeEach([present.id], request.command, (id, own) => deps.shippingOptionTypes.update(id, own, change)),
  }
}
