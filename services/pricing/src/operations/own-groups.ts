import { type Actor, invalidData } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { rulePairs } from '../domain/prices/price.ts'
import { namedGroups, nameGroups } from '../domain/prices/pricing-context.ts'

interface Caller {
  actor: Actor
  passOn(): Envelope
}
type Rules = Parameters<typeof namedGroups>[0]

/**
 * That a seller's rules name its own customer groups, and those of the marketplace, alone. Administrators name any.
 * @param present rules that were there before: the groups that they name may stay
 * @throws invalid_data for groups of others, and for those that are not there; unavailable
 */
export async function assertOwnGroups(
  rules: Rules,
  { actor, passOn }: Caller,
  { customerGroups }: Pick<Deps, 'customerGroups'>,
  present: Rules = [],
): Promise<void> {
  if (actor.type !== 'member') return
  if (!(await customerGroups.areNameable(actor.seller_id, namedGroups(rules, present), passOn)))
    throw invalidData('Prices can be limited only to seller own customer groups!')
}

/** A variant with the base prices that it is to have; without an id it is new. */
interface Priced {
  id?: string | undefined
  prices?: readonly { rules?: Readonly<Record<string, string>> | undefined }[] | undefined
}

/** The same of the base prices of variants, beside those that they have. @throws invalid_data; unavailable */
export async function assertOwnGroupsOfPrices(
  variants: readonly Priced[] | undefined = [],
  caller: Caller & { deadline: number },
  deps: Pick<Deps, 'customerGroups' | 'prices'>,
): Promise<void> {
  const rules = variants.flatMap(({ prices = [] }) => prices.flatMap((price) => rulePairs(price.rules ?? {})))
  if (!nameGroups(rules)) return
  const ids = variants.flatMap(({ id }) => id ?? [])
  const present = await deps.prices.listOfVariants(ids, caller.deadline)
  const known = present.flatMap((price) => price.rules)
  await assertOwnGroups(rules, caller, deps, known)
}
