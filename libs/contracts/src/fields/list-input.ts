import { z } from 'zod'

/** A list of at most `most` entries: a longer one is refused as `must not name more than 1000 products`. */
export const ListInput = <S extends z.ZodType>(one: S, most: number, things: string, verb: 'name' | 'hold' | 'have' = 'name') =>
  z.array(one).max(most, `must not ${verb} more than ${most} ${things}`)
