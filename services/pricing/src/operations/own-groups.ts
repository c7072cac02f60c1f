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
 * Asserts that a seller's rules name only its own customer groups and the marketplace's. Administrators may name any.
 * @param present the rules before: the groups that they name may stay
 * @throws invalid_data if a group belongs to another seller or does not exist; unavailable
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

/** A variant with its requested base prices; without an id, it is new. */
interface Priced {
  id?: string | undefined
  prices?: readonly { rules?: Readonly<Record<string, string>> | undefined }[] | undefined
}

/** The same for the base prices of variants, whose present prices may keep their groups. @throws invalid_data; unavailable */
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
